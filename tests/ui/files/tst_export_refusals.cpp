#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/support/written_file.h"
#include "tests/ui/run.h"
#include "ui/files/export_dialog.h"
#include "ui/session/session.h"

#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

/// What the export dialog does not do.
class TestExportRefusals : public QObject {
    Q_OBJECT

private slots:
    void aProgramThatIsToldToEndReplacesNothing()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("there.glb");
        test::writtenFile(path, "what was there");
        Session session;
        session.startNew(test::chainDocument(3, 0.3, 20), "arm");
        ExportChoices choices;
        choices.path = path;
        ExportDialog dialog(session, choices, nullptr);
        bool asked = false;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box || box->objectName() != "exportReplaces") return;
            asked = true;
            timer.stop();
            box->done(0);  // the event loop ends, and no button was pressed
        });
        timer.start(10);
        dialog.show();
        dialog.accept();
        QVERIFY(asked);
        QCOMPARE(dialog.result(), int(QDialog::Rejected));
    }

    void nothingCannotBeExported()
    {
        Session session;
        session.startNew(emptyDocument(), "nothing");
        ExportChoices choices;
        choices.path = "out.glb";
        ExportDialog dialog(session, choices, nullptr);
        QVERIFY(!dialog.findChild<QPushButton*>("exportButton")->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>("exportWords")->text().contains("nothing to export"));
        session.startNew(test::chainDocument(3, 0.3, 20), "arm");
        ExportDialog another(session, choices, nullptr);
        QVERIFY(another.findChild<QPushButton*>("exportButton")->isEnabled());
    }
};

POSEWRIGHT_TEST(TestExportRefusals, posewright::test::runWithoutScreen);
#include "tst_export_refusals.moc"

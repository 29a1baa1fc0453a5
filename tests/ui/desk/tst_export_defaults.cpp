#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/ui/desk/dialog_fields.h"
#include "tests/ui/desk/window_test.h"
#include "ui/actions/samples.h"
#include "ui/desk/plurals.h"
#include "ui/files/export_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QSignalSpy>

using namespace posewright;
using namespace posewright::ui;
using test::field;

/// What the export dialog begins with.
class TestExportDefaults : public test::WindowTest {
    Q_OBJECT

    Plurals plurals_;

    std::unique_ptr<ExportDialog> opened()
    {
        return std::make_unique<ExportDialog>(*session_, exportChoices(*session_), window_.get());
    }
    void save(const char* name)
    {
        QSignalSpy saved(&session_->file(), &DocumentFile::saved);
        session_->file().saveAs(folder_.filePath(name).toStdString());
        QTRY_COMPARE(saved.count(), 1);
    }

private slots:
    void initTestCase()
    {
        test::startAsNew();
        qApp->installTranslator(&plurals_);
    }
    void init() { openFresh(); }
    void cleanup() { close(); }

    /// What somebody put together here is exported as a whole.
    void clipsThatWereMadeHereAreAllOffered()
    {
        session_->startNew(test::chainDocument(3, 0.5, 24), "own");
        QVERIFY(!opened()->choices().options.allClips);
        rememberExport(*session_, opened()->choices());
        for (const char* name : {"Run", "Jump"}) {
            edit::AddClip add;
            add.name = name;
            QVERIFY(session_->commit(add));
        }
        const auto dialog = opened();
        QVERIFY(dialog->choices().options.allClips);
        QCOMPARE(field<QComboBox>(*dialog, "exportClips")->currentText(), QString("All 3 clips"));
        // Saved and exported with one clip, and then a clip is added.
        save("grown.glb");
        ExportChoices one = exportChoices(*session_);
        one.options.allClips = false;
        rememberExport(*session_, one);
        QVERIFY(!exportChoices(*session_).options.allClips);
        edit::AddClip more;
        more.name = "Fall";
        QVERIFY(session_->commit(more));
        QVERIFY(exportChoices(*session_).options.allClips);
    }

    /// Not into the folder that a sample or a capture was opened from.
    void theFolderIsThatOfTheLastExport()
    {
        const QString out = folder_.filePath("out"), from = folder_.filePath("captures");
        QVERIFY(QDir().mkpath(out) && QDir().mkpath(from));
        QSettings().setValue("folders/open", from);
        openSample(*window_, "mannequin");
        QVERIFY(!opened()->choices().path.startsWith(from));
        QSettings().setValue("folders/export", out);
        QCOMPARE(QFileInfo(opened()->choices().path).path(), out);
    }
};

POSEWRIGHT_TEST(TestExportDefaults, posewright::test::runWithoutScreen);
#include "tst_export_defaults.moc"

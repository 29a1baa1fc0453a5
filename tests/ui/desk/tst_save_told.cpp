#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/actions/samples.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace posewright;
using namespace posewright::ui;

/// What a save leaves beside the file is said, once.
class TestSaveTold : public QObject {
    Q_OBJECT

private slots:
    void theVersionBeforeIsTold()
    {
        test::startAsNew();
        const QTemporaryDir folder;
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        QVERIFY(openSample(desk.window, "figure"));
        QSignalSpy saved(&desk.session.file(), &DocumentFile::saved);
        const QString path = folder.filePath("mine.glb");
        const auto save = [&](double frame) {
            edit::SetTargetKey key;
            key.target = desk.target("Left hand").id;
            key.frame = frame;
            QVERIFY(desk.session.commit(key));
            const auto before = saved.count();
            desk.session.file().saveAs(path.toStdString());
            QTRY_COMPARE(saved.count(), before + 1);
        };
        save(3);
        QTRY_COMPARE(desk.said(), "Saved " + path);
        QVERIFY(!QFileInfo::exists(path + "~"));
        save(7);
        QVERIFY(QFileInfo::exists(path + "~"));
        QTRY_COMPARE(desk.said(), "Saved " + path + "; the version before is kept as mine.glb~");
        save(9);
        QTRY_COMPARE(desk.said(), "Saved " + path);
    }
};

POSEWRIGHT_TEST(TestSaveTold, posewright::test::runOnScreen);
#include "tst_save_told.moc"

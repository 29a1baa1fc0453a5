#include "core/io/journal.h"
#include "tests/support/program.h"
#include "tests/ui/desk/window_test.h"

#include <QAction>
#include <QDir>
#include <QSignalSpy>

using namespace posewright;
using namespace posewright::ui;

/// What is looked at, and from where, comes back after a crash.
class TestRecoveredView : public test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QGuiApplication::platformName() != "xcb")
            QSKIP("needs a display: run under xvfb-run -s '-screen 0 1600x1000x24 +extension GLX'");
        test::startAsNew();
    }
    void init() { QSettings().clear(); }
    void cleanup()
    {
        if (session_) session_->history().setClean();
        close();
    }

    /// Nobody gave it a name, and it is found as the next start finds it.
    void whatHasNoNameComesBackWithItsViewToo_data()
    {
        QTest::addColumn<bool>("bones");
        QTest::newRow("bones of his own") << true;
        QTest::newRow("no figure yet") << false;
    }
    void whatHasNoNameComesBackWithItsViewToo()
    {
        QFETCH(bool, bones);
        const std::filesystem::path root =
            folder_.filePath(bones ? "untitled" : "nothing").toStdString();
        make(root);
        window_->restoreLayout();
        show();
        window_->actions()["file.new"]->trigger();
        if (bones) {
            edit::AddBone bone;
            bone.name = "spine";
            bone.tail = Vec3(0, 1, 0);
            QVERIFY(session_->commit(bone));
            session_->selection().setNodes({(*session_->document().scene)[0].id});
        }
        QVERIFY(session_->commit(edit::SetRange{0, 60}));
        session_->playhead().setFrame(31);
        window_->actions()["view.front"]->trigger();
        Camera camera = view().camera();
        camera.pivot += Vec3(0.3, 0.1, 0);
        camera.distance *= 1.7;
        view().setCamera(camera);
        camera = view().camera();
        QVERIFY(standardView(camera) == StandardView::Front);
        const std::vector<NodeId> selected = session_->selection().nodes();
        QTest::qWait(1300);
        session_->file().flushJournal();
        QSettings().sync();
        session_->history().setClean();
        close();

        const QStringList folders = QDir(QString::fromStdString(root.string()))
                                        .entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        QVERIFY(std::filesystem::remove(root / folders[0].toStdString() / "lock"));
        const std::vector<io::Recoverable> found = io::findRecoverable(root);
        QCOMPARE(int(found.size()), 1);
        make(root);
        window_->restoreLayout();
        show();
        QTest::qWait(1300);
        QSignalSpy recovered(&session_->file(), &DocumentFile::recovered);
        session_->file().recover(found[0]);
        QTRY_COMPARE(recovered.count(), 1);
        QTest::qWait(300);  // the first picture is framed by itself
        QCOMPARE(session_->playhead().frame(), 31.0);
        QVERIFY(session_->selection().nodes() == selected);
        const Camera& now = view().camera();
        QVERIFY(standardView(now) == StandardView::Front);
        QVERIFY((now.pivot - camera.pivot).norm() < 1e-9);
        QVERIFY(std::abs(now.distance - camera.distance) < 1e-9);
        QCOMPARE(now.orthographic, camera.orthographic);
    }
};

POSEWRIGHT_TEST(TestRecoveredView, posewright::test::runOnScreen);
#include "tst_recovered_view.moc"

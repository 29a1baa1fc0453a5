#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"
#include "ui/actions/actions.h"
#include "ui/desk/main_window.h"
#include "ui/viewport/render.h"
#include "ui/viewport/viewport.h"

#include <QAccessible>
#include <QAction>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

/// The program on a platform that has no OpenGL at all.
class TestNoOpenGl : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<MainWindow> window_;

    void run(const char* id)
    {
        QAction* action = window_->actions()[id];
        QVERIFY2(action->isEnabled(), id);
        action->trigger();
    }
    Vec3 place(NodeId node)
    {
        return window_->evaluator()
            .current()
            ->world[session_->document().scene->find(node)]
            .position;
    }

private slots:
    void initTestCase()
    {
        session_ = std::make_unique<Session>();
        window_ = std::make_unique<MainWindow>(*session_);
        window_->evaluator().setBudget(1e9);
        window_->show();
        session_->startNew(
            test::withKeys(test::chainDocument(4, 0.3, 20), NodeId(100), {{0, {0.5, 0.6, 0.2}}}),
            "arm");
    }

    void theWindowSaysThatThereIsNoPicture()
    {
        QVERIFY(!window_->viewport().draws());
        auto* notice = window_->findChild<QLabel*>("noPicture");
        QVERIFY(notice && notice->isVisible());
        QVERIFY(notice->text().contains("OpenGL"));
        // It frames the timeline, too.
        QVERIFY(window_->actions()["view.frameAll"]->isEnabled());
    }

    void targetsAreSelectedAndMovedByKeysAlone()
    {
        run("pose.nextTarget");
        QCOMPARE(quint64(session_->selection().active()), quint64(100));
        auto* words = window_->findChild<QLabel*>("selectedWords");
        QVERIFY2(words->text().startsWith("hand, target"), qPrintable(words->text()));
        const Vec3 start = place(NodeId(100));
        run("pose.nudgeRight");
        QVERIFY((place(NodeId(100)) - start).x() > 0);
        run("pose.nudgeUp");
        run("pose.nudgeNearer");
        const Vec3 by = place(NodeId(100)) - start;
        QVERIFY(by.x() > 0 && by.y() > 0 && by.z() > 0);
        QVERIFY2(std::abs(by.x() - by.y()) < 1e-12, "one step each way");
        QCOMPARE(session_->history().count(), 3);
        for (int i = 0; i < 3; ++i) run("edit.undo");
        QVERIFY((place(NodeId(100)) - start).norm() < 1e-12);
    }

    void bonesAreTurnedByKeysAlone()
    {
        session_->startNew(
            *edit::apply(test::chainDocument(4, 0.3, 20), edit::RemoveTarget{ConstraintId(200)}),
            "free arm");
        run("pose.nextBone");
        run("pose.nextBone");
        QCOMPARE(quint64(session_->selection().active()), quint64(2));
        const Vec3 before = place(NodeId(4));
        run("pose.nudgeUp");
        QVERIFY((place(NodeId(4)) - before).norm() > 0.01);
        QCOMPARE(session_->history().count(), 1);
        run("edit.undo");
        QVERIFY((place(NodeId(4)) - before).norm() < 1e-12);
    }

    void playingSavingAndExportingWork()
    {
        run("time.play");
        QTest::qWait(200);
        QVERIFY(session_->playhead().frame() > 0);
        run("time.play");
        QSignalSpy saved(&session_->file(), &DocumentFile::saved);
        session_->file().saveAs((folder_.path() + "/arm.glb").toStdString());
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
        QSignalSpy exported(&session_->file(), &DocumentFile::exported);
        session_->file().exportTo((folder_.path() + "/arm.bvh").toStdString());
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 30000);
    }

    void itTellsScreenReadersToo()
    {
        QAccessible::setActive(true);
        QAccessibleInterface* spoken =
            QAccessible::queryAccessibleInterface(&window_->viewport().widget());
        QVERIFY(spoken);
        QVERIFY(spoken->text(QAccessible::Value).contains("joint1"));
        QVERIFY(spoken->text(QAccessible::Description).contains("OpenGL"));
    }

    void cleanupTestCase()
    {
        session_->history().setClean();
        window_.reset();
        session_.reset();
    }
};

template <class Test>
int runWithoutOpenGl(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "minimal");  // a platform that has none
    prepareGraphics();
    return test::run<Test>(argc, argv);
}

POSEWRIGHT_TEST(TestNoOpenGl, runWithoutOpenGl);

#include "tst_no_opengl.moc"

#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/actions/find_action.h"
#include "ui/actions/samples.h"

#include <QHelpEvent>
#include <QMenu>
#include <QMenuBar>
#include <QToolTip>

using namespace posewright;
using namespace posewright::ui;

/// What cannot be done now says why: in its tooltip, in the status bar, on its key.
class TestObstacles : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    void everyGreyActionSaysWhy(const char* when)
    {
        for (const QAction* action : desk_->window.actions().all()) {
            const QString why = action->property(kObstacle).toString();
            const QString what = QString("%1, %2").arg(when, action->objectName());
            if (action->isEnabled()) {
                QVERIFY2(why.isEmpty() && !action->statusTip().contains("Not possible") &&
                             !action->toolTip().contains("Not possible"),
                         qPrintable(what));
                continue;
            }
            QVERIFY2(why.size() > 10, qPrintable(what));
            QVERIFY2(action->toolTip().contains(why), qPrintable(what));
            QVERIFY2(action->statusTip().startsWith("Not possible now: " + why), qPrintable(what));
        }
    }

private slots:
    void init()
    {
        test::startAsNew();
        desk_ = std::make_unique<test::Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
        desk_->activate();
    }
    void cleanup() { desk_.reset(); }

    /// What is seen of a robot's hand is a mesh that hangs on a bone.
    void aMeshStandsForTheBoneThatItHangsOn()
    {
        openSample(desk_->window, "figure");
        Session& session = desk_->session;
        QVERIFY(session.commit(edit::AddBox{"Glove", Vec3::Constant(0.1), Vec3::Zero()}));
        QVERIFY(session.commit(edit::AddBox{"Crate", Vec3::Constant(0.1), Vec3::Zero()}));
        const Scene& scene = *session.document().scene;
        QVERIFY(session.commit(
            edit::ReparentBone{scene[scene.find("Glove")].id, scene[scene.find("Head")].id}));
        desk_->select({"Crate"});
        QVERIFY(!desk_->window.actions()["target.new"]->isEnabled());
        desk_->select({"Glove"});
        desk_->window.viewport().settings().take(Tool::Draw);
        const std::size_t before = session.document().rig->constraints.size();
        QVERIFY(desk_->window.actions()["target.new"]->isEnabled());
        desk_->window.actions()["target.new"]->trigger();
        QCOMPARE(session.document().rig->constraints.size(), before + 1);
        QCOMPARE(desk_->window.viewport().settings().now().tool, Tool::Select);  // to drag it
    }

    void whateverIsSelected()
    {
        everyGreyActionSaysWhy("at first");
        openSample(desk_->window, "figure");
        everyGreyActionSaysWhy("nothing selected");
        desk_->select({"Left hand"});
        everyGreyActionSaysWhy("a target");
        desk_->select({"LeftHand"});
        everyGreyActionSaysWhy("a bone");
        desk_->select({"LeftHand", "RightHand"});
        everyGreyActionSaysWhy("two bones");
        QVERIFY(desk_->window.actions()["target.loop"]->isEnabled());
        desk_->select({"Hips", "LeftFoot"});
        QVERIFY(!desk_->window.actions()["target.loop"]->isEnabled());
        everyGreyActionSaysWhy("two bones below none");
        edit::KeyRef key;
        key.node = desk_->node("Left hand");
        desk_->session.selection().setKeys({key});
        everyGreyActionSaysWhy("a key");
    }

    void anEntryUnderThePointerSaysItInTheStatusBar()
    {
        openSample(desk_->window, "figure");
        desk_->select({"Left hand"});
        QAction* loop = desk_->window.actions()["target.loop"];
        QVERIFY(!loop->isEnabled());
        QMenu* menu = nullptr;
        for (QAction* top : desk_->window.menuBar()->actions()) {
            if (!top->menu() || !top->menu()->actions().contains(loop)) continue;
            menu = top->menu();
            desk_->window.menuBar()->setActiveAction(top);
        }
        QVERIFY(menu);
        QVERIFY(QTest::qWaitForWindowExposed(menu));
        const QPoint first = menu->actionGeometry(menu->actions().front()).center();
        const QPoint at = menu->actionGeometry(loop).center();
        QTest::mouseMove(menu, first);
        QTest::mouseMove(menu, at);
        QTRY_VERIFY2(desk_->said().contains("two targets"), qPrintable(desk_->said()));
        QHelpEvent help(QEvent::ToolTip, at, menu->mapToGlobal(at));
        QCoreApplication::sendEvent(menu, &help);
        QTRY_VERIFY2(QToolTip::text().contains("two targets"), qPrintable(QToolTip::text()));
        // An entry that is possible has its sentence in the status bar alone.
        const QPoint body = menu->actionGeometry(desk_->window.actions()["target.biped"]).center();
        QHelpEvent other(QEvent::ToolTip, body, menu->mapToGlobal(body));
        QCoreApplication::sendEvent(menu, &other);
        QTRY_VERIFY(!QToolTip::isVisible());
        menu->close();
    }

    void reasonsFollowThePlayhead()
    {
        openSample(desk_->window, "figure");
        desk_->select({"Left hand"});
        const QAction* copy = desk_->window.actions()["edit.copy"];
        desk_->session.playhead().setFrame(0);
        QVERIFY(copy->isEnabled());
        desk_->session.playhead().setFrame(5);
        QVERIFY2(!copy->isEnabled(), "no key there");
    }
};

POSEWRIGHT_TEST(TestObstacles, posewright::test::runOnScreen);
#include "tst_obstacles.moc"

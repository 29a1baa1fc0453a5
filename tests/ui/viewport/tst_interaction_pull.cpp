#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/viewport/arms.h"
#include "tests/ui/viewport/view_hand.h"

#include <QtTest>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;
using namespace posewright::test::arms;

/// Bones that take a limb, or the whole body, along.
class TestInteractionPull : public QObject {
    Q_OBJECT

private:
    static NodeId of(const Desk& desk, const char* name)
    {
        return test::nodeNamed(desk.session.document(), name);
    }
    static QPointF middleOf(Desk& desk, const char* bone, const char* child)
    {
        return desk.seen((desk.place(of(desk, bone)) + desk.place(of(desk, child))) / 2);
    }
    static void ask(Desk& desk, DragMode mode, std::vector<NodeId> pins = {})
    {
        ViewState view = desk.state();
        view.drag = mode;
        std::ranges::sort(pins);
        view.pins = std::move(pins);
        desk.set(view);
    }

private slots:
    void aHandTakesItsArmAlong()
    {
        Desk desk(test::biped(false));
        const Document before = desk.session.document();
        const NodeId hand = of(desk, "LeftHand"), arm = of(desk, "LeftArm");
        const Vec3 shoulder = desk.place(arm), wrist = desk.place(hand);
        const QPointF from = desk.seen(wrist + Vec3(0.07, 0, 0)), way(-40, 30);
        desk.drag(from, from + way);
        QVERIFY((desk.place(arm) - shoulder).norm() < 1e-12);
        QCOMPARE(desk.session.selection().active(), hand);
        QCOMPARE(desk.keysOf(arm), 1);
        QCOMPARE(desk.keysOf(of(desk, "LeftForeArm")), 1);
        QCOMPARE(desk.keysOf(of(desk, "Chest")), 0);
        // The wrist goes the pointer's way.
        QVERIFY(QLineF(desk.seen(desk.place(hand)), desk.seen(wrist) + way).length() < 1);
        QCOMPARE(desk.session.history().count(), 1);
        desk.session.undo();
        QVERIFY(desk.session.document() == before);
    }

    void theBodyGivesAndTheFeetHold()
    {
        Desk desk(test::biped(false));
        ask(desk, DragMode::Body);
        const NodeId hips = of(desk, "Hips");
        const Vec3 foot = desk.place(of(desk, "LeftFoot")), was = desk.place(hips);
        const QPointF from = middleOf(desk, "Hips", "Spine");
        desk.drag(from, from + QPointF(0, 30));
        QVERIFY(desk.place(hips).y() < was.y() - 0.05);
        QVERIFY((desk.place(of(desk, "LeftFoot")) - foot).norm() < 1e-3);
        QCOMPARE(desk.keysOf(of(desk, "LeftLeg")), 1);
        QCOMPARE(desk.keysOf(hips), 1);
        QCOMPARE(desk.session.history().count(), 1);
    }

    void whatIsPinnedHoldsWhereTheRootIsDragged()
    {
        Desk desk(test::biped(false));
        const NodeId foot = of(desk, "RightFoot"), hips = of(desk, "Hips");
        ask(desk, DragMode::Automatic, {foot});
        const Vec3 was = desk.place(foot), other = desk.place(of(desk, "LeftFoot"));
        const QPointF from = middleOf(desk, "Hips", "Spine");
        desk.drag(from, from + QPointF(0, 30));
        QVERIFY((desk.place(foot) - was).norm() < 1e-3);
        QVERIFY((desk.place(of(desk, "LeftFoot")) - other).norm() > 0.05);
        QVERIFY(desk.keysOf(hips) > 0);
    }

    void aLimbIsLedByTheEndThatIsNearer()
    {
        Desk desk(test::biped(false));
        ask(desk, DragMode::Limb);
        const NodeId hand = of(desk, "LeftHand"), fore = of(desk, "LeftForeArm");
        const Vec3 wrist = desk.place(hand);
        const QPointF from = desk.seen(desk.place(fore) + 0.7 * (wrist - desk.place(fore)));
        const QPointF way(-30, 20);
        desk.drag(from, from + way);
        QVERIFY(QLineF(desk.seen(desk.place(hand)), desk.seen(wrist) + way).length() < 1);
    }

    void oneBoneTurnsWhereThatIsAsked()
    {
        Desk desk(test::biped(false));
        ask(desk, DragMode::Turn);
        const NodeId hand = of(desk, "LeftHand");
        const Vec3 wrist = desk.place(hand);
        const QPointF from = desk.seen(wrist + Vec3(0.07, 0, 0));
        desk.drag(from, from + QPointF(-10, 30));
        QVERIFY((desk.place(hand) - wrist).norm() < 1e-12);
        QCOMPARE(desk.keysOf(hand), 1);
        QCOMPARE(desk.keysOf(of(desk, "LeftArm")), 0);
    }

    void escapeLeavesAllAsItWas()
    {
        Desk desk(test::biped(false));
        ask(desk, DragMode::Body);
        const Document before = desk.session.document();
        const QPointF from = middleOf(desk, "Chest", "Head");
        desk.press(from);
        desk.moveTo(from, from + QPointF(30, 10));
        QVERIFY(!(desk.session.document() == before));
        QVERIFY(desk.interaction->cancel());
        QVERIFY(desk.session.document() == before);
        QCOMPARE(desk.session.history().count(), 0);
    }
};

POSEWRIGHT_TEST(TestInteractionPull, posewright::test::runWithWidgets);
#include "tst_interaction_pull.moc"

#include "core/operate/limit_handles.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/viewport/arms.h"
#include "tests/ui/viewport/view_hand.h"
#include "ui/viewport/layers/limits.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;
using namespace posewright::test::arms;

/// Handles of joint limits in the view.
class TestInteractionLimits : public QObject {
    Q_OBJECT

private:
    static Document hinged()
    {
        return test::edited(test::biped(false), {{{"edit", "setLimit"},
                                                  {"joint", "LeftForeArm"},
                                                  {"kind", "hinge"},
                                                  {"axis", {1, 0, 0}},
                                                  {"min", -0.3},
                                                  {"max", 1.2}}});
    }
    static operate::LimitShape shapeIn(Desk& desk)
    {
        return seenLimit(desk.session.document(), *desk.evaluator.current(), desk.view->stage(),
                         {desk.session.selection().nodes(), NodeId::None, desk.state()});
    }
    static Range rangeOf(const Desk& desk, NodeId joint)
    {
        const Scene& scene = *desk.session.document().scene;
        return std::get<HingeLimit>(scene[scene.find(joint)].bone()->limit).angle;
    }

private slots:
    void aHandleChangesTheLimitInOneStep()
    {
        Desk desk(hinged());
        const NodeId joint = test::nodeNamed(desk.session.document(), "LeftForeArm");
        desk.session.selection().setNodes({joint});
        const Document before = desk.session.document();
        const operate::LimitShape shape = shapeIn(desk);
        QCOMPARE(shape.handles.size(), std::size_t{2});
        operate::LimitHandle moved = shape.handles[1];
        moved.value = 0.7;
        const QPointF from = desk.seen(shape.handles[1].place()), to = desk.seen(moved.place());
        desk.drag(from, to);
        QVERIFY(std::abs(rangeOf(desk, joint).max - 0.7) < 1e-3);
        QCOMPARE(rangeOf(desk, joint).min, -0.3);
        QCOMPARE(desk.session.selection().active(), joint);
        QCOMPARE(desk.session.history().count(), 1);
        desk.session.undo();
        QVERIFY(desk.session.document() == before);
    }

    void escapeLeavesItAsItWas()
    {
        Desk desk(hinged());
        const NodeId joint = test::nodeNamed(desk.session.document(), "LeftForeArm");
        desk.session.selection().setNodes({joint});
        const Document before = desk.session.document();
        operate::LimitHandle moved = shapeIn(desk).handles[1];
        const QPointF from = desk.seen(moved.place());
        moved.value = 0.7;
        desk.press(from);
        desk.moveTo(from, desk.seen(moved.place()));
        QVERIFY(!(desk.session.document() == before));
        QVERIFY(desk.interaction->cancel());
        QVERIFY(desk.session.document() == before);
        desk.release(from);
    }

    void theyAreSeenOfTheActiveBoneAlone()
    {
        Desk desk(hinged());
        QVERIFY(shapeIn(desk).handles.empty());
        const Document& doc = desk.session.document();
        desk.session.selection().setNodes(
            {test::nodeNamed(doc, "LeftForeArm"), test::nodeNamed(doc, "LeftArm")});
        QVERIFY(shapeIn(desk).handles.empty());
        desk.session.selection().setNodes({test::nodeNamed(doc, "LeftForeArm")});
        QCOMPARE(shapeIn(desk).handles.size(), std::size_t{2});
        ViewState view = desk.state();
        view.limits = false;
        desk.set(view);
        QVERIFY(shapeIn(desk).handles.empty());
    }
};

POSEWRIGHT_TEST(TestInteractionLimits, posewright::test::runWithWidgets);
#include "tst_interaction_limits.moc"

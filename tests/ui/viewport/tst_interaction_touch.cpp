#include "core/operate/operate.h"
#include "tests/support/program.h"
#include "tests/support/props.h"
#include "tests/ui/run.h"
#include "tests/ui/viewport/hand_over_box.h"
#include "tests/ui/viewport/view_hand.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// A figure with a target on its left hand, and a box before it.
Document handNearBox()
{
    return test::edited(test::figureWithBox(), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                                test::targetKey("hand", 0, {0.4, 1.3, 0.25})});
}

/// The joint of the left hand and its tip: what is seen of it without flesh.
std::vector<Vec3> endsOfHand(const test::ViewHand& hand)
{
    const Document& doc = hand.session.document();
    const NodeIndex row = doc.scene->find("LeftHand");
    const WorldTransform& there = hand.world((*doc.scene)[row].id);
    return {there.position, there * (*doc.scene)[row].bone()->tip};
}

/// How far a point is from the surface of the axis-aligned box with these corners. [m]
double offBox(const Vec3& point, const Vec3& low, const Vec3& high)
{
    double inside = 1e9, outside = 0;
    for (int axis = 0; axis < 3; ++axis) {
        inside = std::min({inside, point[axis] - low[axis], high[axis] - point[axis]});
        outside = std::max({outside, low[axis] - point[axis], point[axis] - high[axis]});
    }
    return outside > 0 ? outside : std::abs(inside);
}

struct Extent {
    Vec3 low = Vec3::Constant(1e9), high = Vec3::Constant(-1e9);
};

std::vector<Vec3> cornersOf(const test::ViewHand& hand, const char* mesh)
{
    const Scene& scene = *hand.session.document().scene;
    const NodeId node = test::nodeNamed(hand.session.document(), mesh);
    std::vector<Vec3> out;
    for (const Eigen::Vector3f& corner :
         std::get<MeshPart>(scene[scene.find(node)].part).mesh->positions)
        out.push_back(hand.world(node) * Vec3(corner.cast<double>()));
    return out;
}

Extent extentOf(const std::vector<Vec3>& points)
{
    Extent out;
    for (const Vec3& point : points) {
        out.low = out.low.cwiseMin(point);
        out.high = out.high.cwiseMax(point);
    }
    return out;
}

}  // namespace

/// T during a drag: what is dragged goes to the surface under the pointer.
class TestInteractionTouch : public QObject {
    Q_OBJECT

private slots:
    void aTargetGoesOntoTheBoxUnderThePointer()
    {
        test::ViewHand hand(handNearBox());
        const NodeId star = test::nodeNamed(hand.session.document(), "hand");
        const NodeId box = test::nodeNamed(hand.session.document(), "Box");
        const auto* part = std::get_if<MeshPart>(
            &(*hand.session.document().scene)[hand.session.document().scene->find(box)].part);
        QVERIFY(part);
        Vec3 low = Vec3::Constant(1e9), high = -low;
        for (const Eigen::Vector3f& corner : part->mesh->positions) {
            const Vec3 at = hand.world(box) * Vec3(corner.cast<double>());
            low = low.cwiseMin(at);
            high = high.cwiseMax(at);
        }
        const QPointF from = hand.seen(hand.place(star));
        const QPointF to = hand.seen((low + high) / 2);
        hand.press(from);
        hand.moveTo(from, to);
        QVERIFY(offBox(hand.place(star), low, high) > 1e-3);
        const QString offer = QString::fromUtf8("T: touch “Box”");
        QVERIFY2(hand.interaction->overlay().readout.contains(offer),
                 qPrintable(hand.interaction->overlay().readout.join(" | ")));
        QVERIFY(hand.interaction->key(Qt::Key_T));
        QVERIFY(!hand.interaction->overlay().readout.contains(offer));
        // What touches, the joint or the tip of the hand, is under the pointer. The place is out
        // of reach, so that is where they would be with the joint at the target.
        const Vec3 place = hand.place(star);
        const std::vector<Vec3> ends = endsOfHand(hand);
        Vec3 touches = place;
        for (const Vec3& end : ends) {
            const Vec3 there = place + end - ends.front();
            if (offBox(there, low, high) < offBox(touches, low, high)) touches = there;
        }
        QVERIFY2(offBox(touches, low, high) < 1e-4,
                 qPrintable(QString::number(offBox(touches, low, high))));
        const QPointF seen = hand.seen(touches);
        QVERIFY2(std::hypot(seen.x() - to.x(), seen.y() - to.y()) < 1,
                 qPrintable(QString("%1 %2").arg(seen.x() - to.x()).arg(seen.y() - to.y())));
        QVERIFY2(hand.interaction->overlay().readout.contains(QString::fromUtf8("on “Box”")),
                 qPrintable(hand.interaction->overlay().readout.join(" | ")));
        // The side that is seen: nearer to the eye than the middle.
        const Vec3 at = eye(hand.view->camera());
        QVERIFY((touches - at).norm() < ((low + high) / 2 - at).norm());
        hand.release(to);
        QCOMPARE(hand.session.history().count(), 1);
        QVERIFY(hand.place(star) == place);
        hand.session.undo();
        QVERIFY(hand.session.document() == handNearBox());
    }

    /// From the front a box hides the side that is towards the figure: T again goes there, and
    /// once more gives the drag back. What is done is told, with what makes the hand stay.
    void pressedAgainItTouchesTheFarSide()
    {
        test::ViewHand hand(handNearBox());
        const NodeId star = test::nodeNamed(hand.session.document(), "hand");
        const Extent box = extentOf(cornersOf(hand, "Box"));
        const Vec3 middle = (box.low + box.high) / 2;
        const QPointF from = hand.seen(hand.place(star)), to = hand.seen(middle);
        hand.press(from);
        hand.moveTo(from, to);
        const Vec3 dragged = hand.place(star);
        const auto touching = [&] {
            const std::vector<Vec3> ends = endsOfHand(hand);
            Vec3 best = hand.place(star);
            for (const Vec3& end : ends) {
                const Vec3 there = hand.place(star) + end - ends.front();
                if (offBox(there, box.low, box.high) < offBox(best, box.low, box.high))
                    best = there;
            }
            return best;
        };
        const Vec3 at = eye(hand.view->camera());
        const auto says = [&](const char* words) {
            return hand.interaction->overlay().readout.contains(QString::fromUtf8(words));
        };
        QVERIFY(hand.interaction->key(Qt::Key_T));
        const Vec3 near = touching();
        QVERIFY(says("on “Box”") && says("T: its far side"));
        QVERIFY(hand.interaction->key(Qt::Key_T));
        const Vec3 far = touching();
        QVERIFY2(says("on the far side of “Box”"),
                 qPrintable(hand.interaction->overlay().readout.join(" | ")));
        QVERIFY2(offBox(far, box.low, box.high) < 1e-4,
                 qPrintable(QString::number(offBox(far, box.low, box.high))));
        QVERIFY((near - at).norm() < (middle - at).norm());
        QVERIFY((far - at).norm() > (middle - at).norm());
        const QPointF seen = hand.seen(far);
        QVERIFY2(std::hypot(seen.x() - to.x(), seen.y() - to.y()) < 1,
                 qPrintable(QString("%1 %2").arg(seen.x() - to.x()).arg(seen.y() - to.y())));
        QVERIFY(hand.interaction->key(Qt::Key_T));
        QVERIFY((hand.place(star) - dragged).norm() < 1e-9);
        QVERIFY(hand.interaction->key(Qt::Key_T) && hand.interaction->key(Qt::Key_T));
        QString said;
        QObject::connect(hand.interaction.get(), &Interaction::hint, hand.interaction.get(),
                         [&](const QString& text) { said = text; });
        hand.release(to);
        QVERIFY2(said.startsWith(QString::fromUtf8("“hand” is keyed there")), qPrintable(said));
        // It stays while the pointer is over the box.
        hand.interaction->move(to + QPointF(1, 0));
        QVERIFY2(said.startsWith(QString::fromUtf8("“hand” is keyed there")), qPrintable(said));
        QCOMPARE(hand.session.history().count(), 1);
    }

    void besideAllThingsItGoesToTheGround()
    {
        test::ViewHand hand(handNearBox());
        const NodeId star = test::nodeNamed(hand.session.document(), "hand");
        const Vec3 ground(0.5, 0, 0.3);
        const QPointF from = hand.seen(hand.place(star)), to = hand.seen(ground);
        hand.press(from);
        hand.moveTo(from, to);
        QVERIFY(hand.interaction->key(Qt::Key_T));
        // It is out of reach: the hand hangs as it would if it were there.
        const std::vector<Vec3> ends = endsOfHand(hand);
        const Vec3 low = ends[0].y() < ends[1].y() ? ends[0] : ends[1];
        QVERIFY((hand.place(star) + low - ends[0] - ground).norm() < 2e-3);
        QVERIFY(std::abs((hand.place(star) + low - ends[0]).y()) < 1e-4);
        QVERIFY(hand.interaction->overlay().readout.contains("on the ground"));
        // Pressed again, it is a drag as before.
        QVERIFY(hand.interaction->key(Qt::Key_T));
        QVERIFY((hand.place(star) - ground).norm() > 0.05);
        hand.release(to);
    }

    /// The surface of the hand itself is under the pointer all the time.
    void whatIsDraggedIsNotTouched()
    {
        const Document bare = handNearBox();
        operate::AddFlesh flesh;
        for (const char* bone : {"LeftArm", "LeftForeArm", "LeftHand"})
            flesh.bones.push_back(test::nodeNamed(bare, bone));
        const Document doc = *edit::applyEach(bare, *operate::edits(bare, flesh));
        test::ViewHand hand(doc);
        const NodeId star = test::nodeNamed(doc, "hand");
        const NodeId box = test::nodeNamed(doc, "Box");
        const QPointF from = hand.seen(hand.place(star));
        const QPointF to = hand.seen(hand.place(box) + Vec3(0, 0.05, 0));
        hand.press(from);
        hand.moveTo(from, to);
        QVERIFY(hand.interaction->key(Qt::Key_T));
        for (int i = 0; i < 5; ++i) {
            hand.moveTo(to, to + QPointF(i % 2, 0));
            QVERIFY2(hand.interaction->overlay().readout.contains(QString::fromUtf8("on “Box”")),
                     qPrintable(hand.interaction->overlay().readout.join(" | ")));
        }
        hand.release(to);
    }

    /// With the hand's own flesh, its skin lies on the box and not its joint: the flesh begins
    /// where the box ends, along the normal of the side under the pointer.
    void theSkinOfTheHandTouches()
    {
        const Document doc = test::handOverBox({"LeftHand"});
        test::ViewHand hand(doc);
        const NodeId star = test::nodeNamed(doc, "hand");
        const Extent box = extentOf(cornersOf(hand, "Box"));
        const QPointF from = hand.seen(hand.place(star));
        const QPointF to = hand.seen((box.low + box.high) / 2);
        hand.press(from);
        hand.moveTo(from, to);
        QVERIFY(hand.interaction->key(Qt::Key_T));
        for (int i = 0; i < 8; ++i) hand.moveTo(to, to + QPointF(i % 2, 0));
        hand.release(to);
        const Extent flesh = extentOf(cornersOf(hand, "LeftHand_flesh"));
        double gap = -1e9;
        for (int axis = 0; axis < 3; ++axis)
            gap =
                std::max({gap, flesh.low[axis] - box.high[axis], box.low[axis] - flesh.high[axis]});
        const NodeId effector = test::nodeNamed(doc, "LeftHand");
        qInfo("between box and flesh %.3g mm, between box and joint %.3g mm; the target is met to "
              "%.2g mm",
              1000 * gap, 1000 * offBox(hand.place(star), box.low, box.high),
              1000 * (hand.place(star) - hand.world(effector).position).norm());
        QVERIFY((hand.place(star) - hand.world(effector).position).norm() < 1e-4);
        QVERIFY(std::abs(gap) < 1e-3);
        QVERIFY(offBox(hand.place(star), box.low, box.high) > 0.005);
    }

    /// The pose as it was is shown while the drag is being given up.
    void aCancelledTouchLeavesNothing()
    {
        test::ViewHand hand(handNearBox());
        const NodeId star = test::nodeNamed(hand.session.document(), "hand");
        const NodeId box = test::nodeNamed(hand.session.document(), "Box");
        const Vec3 before = hand.place(star);
        const QPointF from = hand.seen(before), to = hand.seen(hand.place(box));
        hand.press(from);
        hand.moveTo(from, to);
        QVERIFY(hand.interaction->key(Qt::Key_T));
        QVERIFY((hand.place(star) - before).norm() > 0.01);
        QStringList said;
        QObject::connect(hand.interaction.get(), &Interaction::hint, hand.interaction.get(),
                         [&](const QString& text) { said << text; });
        QVERIFY(hand.interaction->cancel());
        QCOMPARE(said, QStringList{"Drag cancelled"});
        QVERIFY(hand.session.document() == handNearBox());
        QVERIFY(hand.place(star) == before);
        QCOMPARE(hand.session.history().count(), 0);
    }

    /// The arm goes while its hand is held to the box.
    void anUndoDuringATouchMayTakeTheLimbAway()
    {
        test::ViewHand hand(test::figureWithBox());
        const auto node = [&hand](const char* name) {
            return test::nodeNamed(hand.session.document(), name);
        };
        const std::array<Vec3, 4> joints{Vec3(0.5, 1.2, 0.4), Vec3(0.5, 1.0, 0.5),
                                         Vec3(0.4, 1.0, 0.4), Vec3(0.35, 1.0, 0.4)};
        NodeId parent = NodeId::None;
        for (const int bone : {0, 1, 2}) {
            const std::string name = "Crane" + std::to_string(bone);
            QVERIFY(
                hand.session.commit(edit::AddBone{name, parent, joints[bone], joints[bone + 1]}));
            parent = node(name.c_str());
        }
        edit::AddTarget hook;
        hook.name = "hook";
        hook.effector = node("Crane2");
        hook.root = node("Crane0");
        QVERIFY(hand.session.commit(hook));
        const QPointF from = hand.seen(hand.place(node("hook")));
        const QPointF to = hand.seen(hand.place(node("Box")));
        hand.press(from);
        hand.moveTo(from, to);
        QVERIFY(hand.interaction->key(Qt::Key_T));
        QVERIFY(hand.session.gestureOpen());
        QStringList said;
        QObject::connect(hand.interaction.get(), &Interaction::hint, hand.interaction.get(),
                         [&](const QString& text) { said << text; });
        for (int step = 0; step < 5; ++step) hand.session.undo();
        QVERIFY(hand.session.document() == test::figureWithBox());
        QVERIFY2(said.isEmpty(), qPrintable(said.join(" | ")));
        hand.moveTo(to, from);
        hand.release(from);
        QVERIFY(hand.session.document() == test::figureWithBox());
    }

    void aTurnTouchesNothing()
    {
        test::ViewHand hand(handNearBox());
        const NodeId bone = test::nodeNamed(hand.session.document(), "RightArm");
        const Scene& scene = *hand.session.document().scene;
        const Vec3 middle = hand.world(bone) * Vec3(0.5 * scene[scene.find(bone)].bone()->tip);
        const QPointF from = hand.seen(middle), to = from + QPointF(10, 20);
        hand.press(from);
        hand.moveTo(from, to);
        QVERIFY(hand.interaction->dragging());
        QVERIFY(!hand.interaction->wantsKey(Qt::Key_T));
        hand.release(to);
    }
};

POSEWRIGHT_TEST(TestInteractionTouch, posewright::test::runWithWidgets);
#include "tst_interaction_touch.moc"

#include "core/math/rotation.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/viewport/arms.h"
#include "tests/ui/viewport/view_hand.h"

#include <QSignalSpy>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;
using namespace posewright::test::arms;

namespace {

/// A sleeve of the bone 2, in front of all bones. The line of the topmost bone 1 passes behind it,
/// and that of the bone 3.
Document sleeve()
{
    const auto bone = [](const Vec3& tip) {
        BonePart part;
        part.tip = tip;
        return part;
    };
    std::vector<Node> nodes{
        test::makeNode(1, "root", kNoNode, Vec3(-0.5, -0.5, 0), bone({1, 1, 0})),
        test::makeNode(2, "arm", 0, Vec3(0.7, 0.3, 0), bone({0.1, 0, 0})),
        test::makeNode(3, "finger", 1, Vec3(-0.8, 0.5, 0), bone({0.3, 0, 0})),
        test::makeNode(4, "sleeve", kNoNode, Vec3::Zero())};
    Mesh mesh;
    for (const auto& [x, y] : {std::pair{-1.F, 1.F}, {1.F, 1.F}, {-1.F, -1.F}, {1.F, -1.F}}) {
        mesh.positions.emplace_back(x, y, 0.2F);
        mesh.normals.emplace_back(0.F, 0.F, 1.F);
        mesh.joints.push_back({0, 1, 0, 0});
        mesh.weights.emplace_back(0.9F, 0.1F, 0.F, 0.F);
    }
    mesh.indices = {0, 2, 1, 1, 2, 3};
    mesh.pieces = {{0, 6, Material{}}};
    nodes.back().part = MeshPart{std::move(mesh), 0};
    const auto bind = [](float x, float y) {
        Eigen::Matrix4f back = Eigen::Matrix4f::Identity();
        back.topRightCorner<3, 1>() = -Eigen::Vector3f(x, y, 0);
        return back;
    };
    Document doc = emptyDocument();
    doc.scene = *Scene::make(
        std::move(nodes), {Skin{{NodeId(2), NodeId(3)}, {bind(0.2F, -0.2F), bind(-0.6F, 0.3F)}}});
    doc.nextId = 5;
    return doc;
}

}  // namespace

/// Bones and roots that are dragged and turned.
class TestInteractionBones : public QObject {
    Q_OBJECT

private slots:
    void aBoneUnderNoTargetSwingsAndIsKeyed()
    {
        Desk desk(freeArm());
        desk.session.playhead().setFrame(7);
        const Document before = desk.session.document();
        const Vec3 head = desk.place(kElbow);
        const Vec3 tip = desk.place(NodeId(3));
        const QPointF from = desk.seen((head + tip) / 2);
        desk.drag(from, from + QPointF(30, 40));
        QCOMPARE(quint64(desk.session.selection().active()), quint64(kElbow));
        QVERIFY((desk.place(kElbow) - head).norm() < 1e-12);
        QVERIFY((desk.place(NodeId(3)) - tip).norm() > 0.02);
        QVERIFY(std::abs((desk.place(NodeId(3)) - head).norm() - (tip - head).norm()) < 1e-9);
        QVERIFY(keyFrames(*desk.session.document().clip().track(kElbow)) == std::vector{7.0});
        QCOMPARE(desk.session.history().count(), 1);
        desk.session.undo();
        QVERIFY(desk.session.document() == before);
    }

    void aSleeveThatIsClickedStandsForItsBone_data()
    {
        QTest::addColumn<Vec3>("place");
        QTest::addColumn<QPointF>("off");
        QTest::addColumn<quint64>("node");
        QTest::newRow("where no bone is") << Vec3(-0.5, 0.7, 0) << QPointF() << quint64(2);
        QTest::newRow("on the line of the topmost bone")
            << Vec3::Zero().eval() << QPointF() << quint64(2);
        QTest::newRow("on the line of another bone")
            << Vec3(-0.45, 0.3, 0) << QPointF() << quint64(3);
        QTest::newRow("beside it") << Vec3(-0.45, 0.3, 0) << QPointF(0, 8) << quint64(2);
    }
    void aSleeveThatIsClickedStandsForItsBone()
    {
        QFETCH(Vec3, place);
        QFETCH(QPointF, off);
        QFETCH(quint64, node);
        Desk desk(sleeve());
        ViewState state = desk.state();
        state.helpers = true;
        desk.set(state);
        const QPointF at = desk.seen(place) + off;
        desk.press(at);
        desk.release(at);
        QCOMPARE(quint64(desk.session.selection().active()), node);
        // A second click takes what lies behind.
        if (place.isZero()) {
            desk.press(at);
            desk.release(at);
            QCOMPARE(quint64(desk.session.selection().active()), quint64(1));
        }
    }

    void aSwingingBoneFollowsThePointer()
    {
        Desk desk(freeArm());
        const Vec3 head = desk.place(kElbow), tip = desk.place(NodeId(3));
        const Vec3 grabbed = head + 0.8 * (tip - head);
        const QPointF from = desk.seen(grabbed), to = from + QPointF(25, 30);
        desk.drag(from, to);
        const Vec3 now = head + 0.8 * (desk.place(NodeId(3)) - desk.place(kElbow));
        const QPointF there = desk.seen(now) - desk.seen(head), wanted = to - desk.seen(head);
        const double angle = std::atan2(there.y(), there.x()) - std::atan2(wanted.y(), wanted.x());
        QVERIFY2(std::abs(std::remainder(angle, 6.283185307)) < 0.05, "it points at the pointer");
    }

    void theRootMovesTheFigure()
    {
        Desk desk(freeArm());
        const Vec3 root = desk.place(kRoot), hand = desk.place(kHand);
        const QPointF from = desk.seen((root + desk.place(kElbow)) / 2);
        desk.drag(from, from + QPointF(-35, 12));
        const Vec3 by = desk.place(kRoot) - root;
        QVERIFY(by.norm() > 0.01);
        QVERIFY((desk.place(kHand) - hand - by).norm() < 1e-9);
        QCOMPARE(desk.session.history().count(), 1);
    }

    void aBoneThatATargetBringsAlongStandsForItsTarget()
    {
        Desk desk(heldArm());
        desk.session.selection().setNodes({});
        const Vec3 start = desk.place(kTarget);
        const QPointF from = desk.seen(start);
        QVERIFY(actingOn(desk.session.document(), *desk.evaluator.current(), kHand));
        desk.drag(from, from + QPointF(20, 20));
        QCOMPARE(quint64(desk.session.selection().active()), quint64(kTarget));
        QVERIFY((desk.place(kTarget) - start).norm() > 0.01);
        QCOMPARE(desk.keysOf(kHand), 0);
    }

    void aDraggedElbowTurnsTheLimbAboutItsLine()
    {
        Desk desk(heldArm());
        const Document before = desk.session.document();
        const Vec3 elbow = desk.place(kElbow), hand = desk.place(kHand), root = desk.place(kRoot);
        const QPointF from = desk.seen((elbow + desk.place(NodeId(3))) / 2);
        desk.drag(from, from + QPointF(30, 30));
        QVERIFY((desk.place(kElbow) - elbow).norm() > 0.01);
        QVERIFY((desk.place(kHand) - hand).norm() < 1e-6);
        const Vec3 axis = (hand - root).normalized();
        const auto away = [&](const Vec3& p) {
            return ((p - root) - (p - root).dot(axis) * axis).norm();
        };
        QVERIFY(std::abs(away(desk.place(kElbow)) - away(elbow)) < 1e-6);
        QCOMPARE(desk.keysOf(kElbow), 0);
        QCOMPARE(desk.session.history().count(), 1);
        desk.session.undo();
        QVERIFY(desk.session.document() == before);
    }

    void aBoneThatATargetOwnsIsNotTurnedInVain()
    {
        Desk desk(heldArm());
        desk.take(Tool::Rotate);
        const Document before = desk.session.document();
        QSignalSpy hints(desk.interaction.get(), &Interaction::hint);
        const QPointF from = desk.seen((desk.place(kElbow) + desk.place(NodeId(3))) / 2);
        desk.drag(from, from + QPointF(30, 30));
        QVERIFY(desk.session.document() == before);
        QCOMPARE(desk.session.history().count(), 0);
        QVERIFY(!hints.isEmpty() && hints.last().first().toString().contains("follows"));
    }

    void aRingTurnsABoneAboutItsAxis()
    {
        Desk desk(freeArm());
        desk.session.selection().setNodes({kElbow});
        desk.take(Tool::Rotate);
        const Document before = desk.session.document();
        const Quat start = desk.world(kElbow).rotation;
        const QPointF from = desk.handle(GizmoPart::Z);
        QVERIFY(from.x() > 0);
        desk.press(from);
        desk.moveTo(from, from + QPointF(-24, 30));
        const Quat turned = desk.world(kElbow).rotation * start.conjugate();
        const Vec3 about = rotationVector(turned);
        QVERIFY(about.norm() > 0.05);
        QVERIFY(about.cross(Vec3::UnitZ()).norm() < 1e-6 * about.norm() + 1e-9);
        QVERIFY(desk.interaction->cancel());
        QVERIFY2(desk.session.document() == before, "Esc leaves no trace");
        QCOMPARE(desk.session.history().count(), 0);
        QVERIFY(!desk.session.isModified());
    }

    void turningSnapsToFifteenDegreesAndGoesPastHalfATurn()
    {
        Desk desk(freeArm());
        desk.session.selection().setNodes({kElbow});
        ViewState state;
        state.tool = Tool::Rotate;
        state.snap = true;
        desk.set(state);
        const Quat start = desk.world(kElbow).rotation;
        const QPointF middle = desk.seen(desk.place(kElbow));
        // Round the ring that faces the eye, a bit more than half of it.
        const QPointF from = desk.handle(GizmoPart::View);
        QVERIFY(from.x() > 0);
        const QPointF arm = from - middle;
        desk.press(from);
        for (int i = 1; i <= 40; ++i) {
            const double angle = -i * 0.1;
            desk.interaction->move(middle +
                                   QPointF(arm.x() * std::cos(angle) - arm.y() * std::sin(angle),
                                           arm.x() * std::sin(angle) + arm.y() * std::cos(angle)));
        }
        const double turned = angleBetween(desk.world(kElbow).rotation, start);
        const double steps = turned / Manipulation::turnStep();
        QVERIFY2(std::abs(steps - std::round(steps)) < 1e-6, qPrintable(QString::number(steps)));
        QVERIFY(std::abs(turned - (2 * 3.14159265 - 4.0)) < 0.2);
        desk.release(middle);
        QCOMPARE(desk.session.history().count(), 1);
    }

    void handlesFollowTheSpaceAskedFor()
    {
        Desk desk(heldArm());
        desk.session.selection().setNodes({kElbow});
        ViewState state;
        state.tool = Tool::Rotate;
        desk.set(state);
        QVERIFY2(!desk.interaction->gizmo(), "its target owns it");
        Desk free(freeArm());
        free.session.selection().setNodes({kElbow});
        for (const Space space : {Space::World, Space::Local, Space::Parent}) {
            state.space = space;
            free.set(state);
            const Mat3 expected = space == Space::World ? Mat3(Mat3::Identity())
                                  : space == Space::Local
                                      ? free.world(kElbow).rotation.toRotationMatrix()
                                      : free.world(kRoot).rotation.toRotationMatrix();
            QVERIFY(free.interaction->gizmo()->axes.isApprox(expected));
        }
    }
};

POSEWRIGHT_TEST(TestInteractionBones, posewright::test::runWithWidgets);
#include "tst_interaction_bones.moc"

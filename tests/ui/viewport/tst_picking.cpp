#include "core/math/picking.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"
#include "ui/viewport/interaction.h"

#include <QtTest>

#include <random>

using namespace posewright;
using namespace posewright::ui;

namespace {

const ViewSize kSize{800, 600};

QPointF toQt(const Pixel& p)
{
    return {p.x(), p.y()};
}

/// What a user sees of the four-bone arm with the target "hand".
struct PickingDesk {
    Session session;
    Evaluator evaluator{session};
    std::unique_ptr<test::BlindViewport> view;
    std::unique_ptr<Interaction> interaction;

    explicit PickingDesk(const Document& doc)
    {
        evaluator.setBudget(1e9);  // other programs may be busy
        session.startNew(doc, "test");
        view = std::make_unique<test::BlindViewport>(session);
        interaction = std::make_unique<Interaction>(session, evaluator, *view);
    }
    Vec3 world(NodeId node) const
    {
        return evaluator.current()->world[session.document().scene->find(node)].position;
    }
    QPointF seen(const Vec3& point) const
    {
        return toQt(project(view->camera(), view->viewSize(), point)->pixel);
    }
    void drag(const QPointF& from, const QPointF& to, int steps = 8)
    {
        interaction->press(from, Qt::LeftButton, {});
        for (int i = 1; i <= steps; ++i) interaction->move(from + (to - from) * i / steps);
    }
};

}  // namespace

class TestPicking : public QObject {
    Q_OBJECT

private slots:
    void aMarkIsNoLargerFromNear()
    {
        Camera camera;
        camera.pivot = Vec3::Zero();
        const Pickable star{NodeId(1), Vec3::Zero(), Vec3::Zero(), 0.1, 0, 18};
        for (const double distance : {0.3, 1.0, 30.0}) {
            camera.distance = distance;
            const Pixel middle = project(camera, kSize, Vec3::Zero())->pixel;
            const double whole = 0.1 / unitsPerPixel(camera, kSize, distance);
            const double radius = std::min(18.0, whole);
            const auto hits = [&](double away) {
                return pick(camera, kSize, middle + Pixel(away, 0), 0, {&star, 1}).size();
            };
            QCOMPARE(hits(radius - 0.5), std::size_t(1));
            QCOMPARE(hits(radius + 0.5), std::size_t(0));
        }
    }

    void nearestApproachAgreesWithASearch()
    {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> unit(-1, 1);
        const auto point = [&] { return Vec3(unit(random), unit(random), unit(random)); };
        for (int i = 0; i < 200; ++i) {
            const Ray ray{point(), point().normalized()};
            const Vec3 a = point(), b = i % 10 == 0 ? a : point();
            const Approach found = nearestApproach(ray, a, b);
            double best = 1e9;
            for (int k = 0; k <= 2000; ++k) {
                const Vec3 p = a + (b - a) * k / 2000.0;
                const double t = std::max(0.0, (p - ray.origin).dot(ray.direction));
                best = std::min(best, (ray.origin + t * ray.direction - p).norm());
            }
            QVERIFY2(found.distance <= best + 1e-12 && found.distance >= best - 1e-3,
                     qPrintable(QString("%1 %2").arg(found.distance).arg(best)));
        }
    }

    void aThinBoneIsHitFromAFewPixelsAway()
    {
        Camera camera;
        std::vector<Pickable> things{{NodeId(1), {0, -1, 0}, {0, 1, 0}, 0.001, 2}};
        QCOMPARE(int(pick(camera, kSize, {409, 300}, 12, things).size()), 1);
        QCOMPARE(int(pick(camera, kSize, {414, 300}, 12, things).size()), 0);
        QCOMPARE(int(pick(camera, kSize, {400, 300}, 0, things).size()), 1);
    }

    void targetsWinOverBonesAndNearOverFar()
    {
        Camera camera;
        std::vector<Pickable> things{{NodeId(1), {0, -1, 0}, {0, 1, 0}, 0.05, 2},
                                     {NodeId(2), {0, -1, 1}, {0, 1, 1}, 0.05, 2},
                                     {NodeId(3), {0, 0, -1}, {0, 0, -1}, 0.02, 0}};
        const std::vector<Hit> hits = pick(camera, kSize, {400, 300}, 12, things);
        QCOMPARE(int(hits.size()), 3);
        QCOMPARE(quint64(hits[0].node), quint64(3));
        QCOMPARE(quint64(hits[1].node), quint64(2));
        QCOMPARE(quint64(hits[2].node), quint64(1));
    }

    void whatIsBehindTheEyeIsNotHit()
    {
        Camera camera;
        std::vector<Pickable> things{{NodeId(1), {0, 0, 6}, {0, 0, 7}, 0.5, 2}};
        QVERIFY(pick(camera, kSize, {400, 300}, 12, things).empty());
    }

    void clickSelectsAndClicksAgainGoBehind()
    {
        PickingDesk desk(test::chainDocument(4, 0.3, 20));
        const QPointF at = desk.seen((desk.world(NodeId(1)) + desk.world(NodeId(2))) / 2);
        desk.interaction->press(at, Qt::LeftButton, {});
        desk.interaction->release(at, Qt::LeftButton);
        QCOMPARE(quint64(desk.session.selection().active()), quint64(1));
        desk.interaction->press({3, 3}, Qt::LeftButton, {});
        desk.interaction->release({3, 3}, Qt::LeftButton);
        QVERIFY(desk.session.selection().nodes().empty());
        QCOMPARE(desk.session.history().count(), 0);
    }

    void draggingATargetMovesTheLimbAndIsOneStep()
    {
        PickingDesk desk(test::chainDocument(4, 0.3, 20));
        const Document before = desk.session.document();
        desk.session.playhead().setFrame(7);
        const Vec3 start = desk.world(NodeId(100));
        const QPointF from = desk.seen(start), to = from + QPointF(40, -25);
        desk.drag(from, to);
        QVERIFY(desk.interaction->dragging());
        QVERIFY(desk.session.gestureOpen());
        // The target is under the pointer, in the plane that it started in, and the limb follows.
        const Vec3 expected =
            onViewPlane(desk.view->camera(), desk.view->viewSize(), {to.x(), to.y()}, start);
        QVERIFY((desk.world(NodeId(100)) - expected).norm() < 1e-9);
        QVERIFY((desk.world(NodeId(5)) - expected).norm() < 1e-6);
        desk.interaction->release(to, Qt::LeftButton);
        QCOMPARE(desk.session.history().count(), 1);
        const Track* track = desk.session.document().clip().track(NodeId(100));
        QVERIFY(track);
        QVERIFY(keyFrames(*track) == std::vector{7.0});
        desk.session.undo();
        QVERIFY(desk.session.document() == before);
    }

    void escapeEndsADragAsIfItHadNeverBegun()
    {
        PickingDesk desk(test::chainDocument(4, 0.3, 20));
        const Document before = desk.session.document();
        const QPointF from = desk.seen(desk.world(NodeId(100)));
        desk.drag(from, from + QPointF(60, 0));
        QVERIFY(!(desk.session.document() == before));
        QVERIFY(desk.interaction->cancel());
        QVERIFY(desk.session.document() == before);
        QCOMPARE(desk.session.history().count(), 0);
        QVERIFY(!desk.session.isModified());
        desk.interaction->move(from + QPointF(90, 0));
        desk.interaction->release(from + QPointF(90, 0), Qt::LeftButton);
        QVERIFY(desk.session.document() == before);
    }

    void severalTargetsMoveTogether()
    {
        PickingDesk desk(test::crowdOfLimbs(3));
        desk.session.selection().setNodes({NodeId(500), NodeId(501)});
        const Vec3 a = desk.world(NodeId(500)), b = desk.world(NodeId(501));
        const QPointF from = desk.seen(b);
        desk.drag(from, from + QPointF(12, 9));
        const Vec3 movedA = desk.world(NodeId(500)) - a, movedB = desk.world(NodeId(501)) - b;
        desk.interaction->release(from + QPointF(12, 9), Qt::LeftButton);
        QVERIFY(movedA.norm() > 1e-3);
        QVERIFY((movedA - movedB).norm() < 1e-9);
        QCOMPARE(desk.session.history().count(), 1);
    }

    void bothStylesMoveTheCamera_data()
    {
        QTest::addColumn<int>("button");
        QTest::addColumn<int>("modifiers");
        QTest::addColumn<QString>("does");
        QTest::newRow("middle") << int(Qt::MiddleButton) << 0 << "orbit";
        QTest::newRow("alt left") << int(Qt::LeftButton) << int(Qt::AltModifier) << "orbit";
        QTest::newRow("shift middle") << int(Qt::MiddleButton) << int(Qt::ShiftModifier) << "pan";
        QTest::newRow("alt middle") << int(Qt::MiddleButton) << int(Qt::AltModifier) << "pan";
        QTest::newRow("ctrl middle") << int(Qt::MiddleButton) << int(Qt::ControlModifier) << "zoom";
        QTest::newRow("alt right") << int(Qt::RightButton) << int(Qt::AltModifier) << "zoom";
    }
    void bothStylesMoveTheCamera()
    {
        QFETCH(int, button);
        QFETCH(int, modifiers);
        QFETCH(QString, does);
        PickingDesk desk(test::chainDocument(4, 0.3, 20));
        const Camera before = desk.view->camera();
        desk.interaction->press({400, 300}, Qt::MouseButton(button),
                                Qt::KeyboardModifiers::fromInt(modifiers));
        desk.interaction->move({450, 320});
        desk.interaction->release({450, 320}, Qt::MouseButton(button));
        const Camera after = desk.view->camera();
        QCOMPARE(before.yaw != after.yaw, does == "orbit");
        QCOMPARE(before.pivot != after.pivot && before.yaw == after.yaw &&
                     before.distance == after.distance,
                 does == "pan");
        QCOMPARE(before.distance != after.distance, does == "zoom");
        QCOMPARE(desk.session.history().count(), 0);
    }

    void theWheelZooms()
    {
        PickingDesk desk(test::chainDocument(4, 0.3, 20));
        const double before = desk.view->camera().distance;
        desk.interaction->wheel({100, 100}, 120);
        QVERIFY(desk.view->camera().distance < before);
    }
};

POSEWRIGHT_TEST(TestPicking, posewright::test::runWithWidgets);
#include "tst_picking.moc"

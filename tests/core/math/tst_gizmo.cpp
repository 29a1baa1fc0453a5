#include "core/math/gizmo.h"
#include "core/math/rotation.h"
#include "tests/support/program.h"

#include <QtTest>

#include <numbers>
#include <random>

using namespace posewright;

namespace {

const ViewSize kGizmoSize{1000, 700};

struct Random {
    std::mt19937 engine{21};
    std::uniform_real_distribution<double> unit{-1, 1};
    double operator()() { return unit(engine); }
    Vec3 point() { return {(*this)(), (*this)(), (*this)()}; }

    Camera camera()
    {
        Camera camera;
        camera.pivot = 3 * point();
        camera.distance = 4 + 3 * (*this)();
        camera.yaw = 3 * (*this)();
        camera.pitch = 1.4 * (*this)();
        camera.orthographic = (*this)() > 0.5;
        return withClipPlanes(camera, 10);
    }
    Gizmo gizmo(const Camera& camera, GizmoKind kind)
    {
        const Mat3 axes = fromRotationVector(3 * point()).toRotationMatrix();
        return gizmoAt(camera, kGizmoSize, kind, camera.pivot + 0.2 * point(), axes, 90);
    }
    std::pair<Camera, Gizmo> seen(GizmoKind kind)
    {
        const Camera from = camera();
        return {from, gizmo(from, kind)};
    }
};

Pixel pixelOf(const Camera& camera, const Vec3& point)
{
    return project(camera, kGizmoSize, point)->pixel;
}

Pixel middleOf(const GizmoStroke& stroke)
{
    if (!stroke.filled) return stroke.points[stroke.points.size() / 2];
    Pixel sum(0, 0);
    for (const Pixel& p : stroke.points) sum += p;
    return sum / double(stroke.points.size());
}

}  // namespace

class TestGizmo : public QObject {
    Q_OBJECT

private slots:
    void itIsAsLargeOnTheScreenFromAnywhere()
    {
        Random random;
        for (int i = 0; i < 100; ++i) {
            const auto [camera, gizmo] = random.seen(GizmoKind::Move);
            const Vec3 beside = gizmo.origin + gizmo.size * axes(camera).col(0);
            const double pixels = (pixelOf(camera, beside) - pixelOf(camera, gizmo.origin)).norm();
            QVERIFY(std::abs(pixels - 90) < 1e-6);
        }
    }

    void whatIsDrawnIsWhatIsHit()
    {
        // A handle that nothing is drawn over is the one that is hit in its middle.
        Random random;
        int tried = 0;
        for (const GizmoKind kind : {GizmoKind::Move, GizmoKind::Rotate})
            for (int i = 0; i < 60; ++i) {
                const Camera camera = random.camera();
                const std::vector<GizmoStroke> strokes =
                    gizmoStrokes(camera, kGizmoSize, random.gizmo(camera, kind));
                QVERIFY(strokes.size() >= 3);
                for (const GizmoStroke& stroke : strokes) {
                    if (stroke.faint) continue;
                    const Pixel at = middleOf(stroke);
                    std::vector<GizmoStroke> others;
                    for (const GizmoStroke& other : strokes)
                        if (other.part != stroke.part) others.push_back(other);
                    if (gizmoPartAt(others, at, 8) != GizmoPart::None) continue;
                    ++tried;
                    QVERIFY(gizmoPartAt(strokes, at, 8) == stroke.part);
                }
            }
        QVERIFY(tried > 200);
        QVERIFY(gizmoPartAt({}, {0, 0}, 8) == GizmoPart::None);
    }

    void anArrowMovesAlongItsAxisUnderThePointer()
    {
        Random random;
        for (int i = 0; i < 200; ++i) {
            const auto [camera, gizmo] = random.seen(GizmoKind::Move);
            const Vec3 axis = axisOf(camera, gizmo, GizmoPart::Y);
            if (std::abs(axis.dot(axes(camera).col(2))) > 0.9) continue;
            const double by = 0.5 * random();
            const Vec3 move =
                dragged(camera, kGizmoSize, pixelOf(camera, gizmo.origin),
                        pixelOf(camera, gizmo.origin + by * axis), gizmo, GizmoPart::Y);
            QVERIFY2((move - by * axis).norm() < 1e-8, "the thing is where the pointer is");
            // Off the axis the pointer still moves along it alone.
            const Vec3 off =
                dragged(camera, kGizmoSize, {500, 350}, {530, 290}, gizmo, GizmoPart::Y);
            QVERIFY(off.cross(axis).norm() < 1e-9);
        }
    }

    void aPlaneMovesInItUnderThePointer()
    {
        Random random;
        for (int i = 0; i < 200; ++i) {
            const auto [camera, gizmo] = random.seen(GizmoKind::Move);
            const Vec3 normal = axisOf(camera, gizmo, GizmoPart::ZX);
            const Vec3 by = 0.3 * (random() * gizmo.axes.col(0) + random() * gizmo.axes.col(2));
            const Vec3 towards = (eye(camera) - gizmo.origin).normalized();
            const Vec3 move = dragged(camera, kGizmoSize, pixelOf(camera, gizmo.origin),
                                      pixelOf(camera, gizmo.origin + by), gizmo, GizmoPart::ZX);
            QVERIFY(std::abs(move.dot(normal)) < 1e-9);
            if (std::abs(normal.dot(towards)) > 0.3) QVERIFY((move - by).norm() < 1e-8);
        }
    }

    void seenEndOnNothingFliesAway()
    {
        Camera camera;  // looks along -Z
        const Gizmo gizmo =
            gizmoAt(camera, kGizmoSize, GizmoKind::Move, {0, 0, 0}, Mat3::Identity(), 90);
        QVERIFY(dragged(camera, kGizmoSize, {500, 350}, {900, 100}, gizmo, GizmoPart::Z).norm() ==
                0);
        const Vec3 in = dragged(camera, kGizmoSize, {500, 350}, {520, 330}, gizmo, GizmoPart::ZX);
        QVERIFY(in.allFinite() && in.norm() < 1);
        for (const GizmoStroke& stroke : gizmoStrokes(camera, kGizmoSize, gizmo))
            QVERIFY(stroke.part != GizmoPart::Z && stroke.part != GizmoPart::ZX);
    }

    void aRingTurnsByTheAngleThatThePointerPasses()
    {
        Random random;
        for (int i = 0; i < 200; ++i) {
            const auto [camera, gizmo] = random.seen(GizmoKind::Rotate);
            const Vec3 axis = axisOf(camera, gizmo, GizmoPart::X);
            const Vec3 towards = (eye(camera) - gizmo.origin).normalized();
            if (std::abs(axis.dot(towards)) < 0.45) continue;
            const Vec3 arm = gizmo.size * anyPerpendicular(axis);
            const double angle = 3 * random();
            const Vec3 there = Eigen::AngleAxisd(angle, axis) * arm;
            const double found = turned(camera, kGizmoSize, pixelOf(camera, gizmo.origin + arm),
                                        pixelOf(camera, gizmo.origin + there), gizmo, axis);
            QVERIFY(std::abs(found - angle) < 1e-6);
        }
    }

    void aRingSeenFromItsEdgeRollsWithThePointer()
    {
        Camera camera;  // looks along -Z; the ring about Y is a level line
        const Gizmo gizmo =
            gizmoAt(camera, kGizmoSize, GizmoKind::Rotate, {0, 0, 0}, Mat3::Identity(), 90);
        const double right =
            turned(camera, kGizmoSize, {500, 350}, {545, 350}, gizmo, Vec3::UnitY());
        QVERIFY2(std::abs(right - 0.5) < 0.01,
                 "the near side follows: half a radius, half a radian");
        QCOMPARE(turned(camera, kGizmoSize, {500, 350}, {500, 300}, gizmo, Vec3::UnitY()), 0.0);
    }

    void snappingStopsAtTheGrid()
    {
        QCOMPARE(snapped(0.26, 0.1), std::round(2.6) * 0.1);
        // In the world's axes things land on the world's grid, in others they move by whole steps.
        const Vec3 world = snappedMove({0.03, 1, 0}, {0.12, 0, 0}, Mat3::Identity(), 0.1);
        QVERIFY((world - Vec3(0.2, 1, 0)).norm() < 1e-12 ||
                (world - Vec3(0.1, 1, 0)).norm() < 1e-12);
        const Mat3 turnedAxes = fromRotationVector({0, 0.5, 0}).toRotationMatrix();
        const Vec3 local = snappedMove({0.03, 1, 0}, 0.12 * turnedAxes.col(0), turnedAxes, 0.1);
        QVERIFY((local - (Vec3(0.03, 1, 0) + 0.1 * turnedAxes.col(0))).norm() < 1e-12);
    }
};

POSEWRIGHT_TEST(TestGizmo, posewright::test::runWithEvents);
#include "tst_gizmo.moc"

#include "core/math/camera.h"
#include "tests/support/program.h"

#include <QtTest>

#include <cmath>
#include <random>

using namespace posewright;

namespace {

const ViewSize kSize{1000, 700};

Camera someCamera(std::mt19937& random)
{
    std::uniform_real_distribution<double> unit(-1, 1);
    Camera camera;
    camera.pivot = 3 * Vec3(unit(random), unit(random), unit(random));
    camera.distance = 4 + 3 * unit(random);
    camera.yaw = 3 * unit(random);
    camera.pitch = 1.5 * unit(random);
    return camera;
}

}  // namespace

class TestCamera : public QObject {
    Q_OBJECT

private slots:
    void raysAndProjectionsAreInverse()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> x(0, kSize.width), y(0, kSize.height), t(0.5, 20);
        for (int i = 0; i < 500; ++i) {
            const Camera camera = someCamera(random);
            const Pixel pixel(x(random), y(random));
            const Ray ray = rayThrough(camera, kSize, pixel);
            const std::optional<Seen> seen =
                project(camera, kSize, ray.origin + ray.direction * t(random));
            QVERIFY(seen);
            QVERIFY((seen->pixel - pixel).norm() < 1e-8);
        }
    }

    void whatIsBehindIsNotSeen()
    {
        const Camera camera;
        QVERIFY(!project(camera, kSize, eye(camera) + Vec3(0, 0, 1)));
        QVERIFY(project(camera, kSize, camera.pivot));
        QVERIFY((project(camera, kSize, camera.pivot)->pixel - Pixel(500, 350)).norm() < 1e-9);
    }

    void upIsUpAndRightIsRight()
    {
        std::mt19937 random(8);
        for (int i = 0; i < 100; ++i) {
            const Camera camera = someCamera(random);
            const Mat3 m = axes(camera);
            QVERIFY((m.transpose() * m - Mat3::Identity()).norm() < 1e-12);
            QVERIFY(m.determinant() > 0);
            QCOMPARE(m(1, 0), 0.0);      // the horizon is level
            QVERIFY(m(1, 1) >= -1e-12);  // and never upside down
            QVERIFY(project(camera, kSize, camera.pivot + 0.1 * m.col(0))->pixel.x() > 500);
            QVERIFY(project(camera, kSize, camera.pivot + 0.1 * m.col(1))->pixel.y() < 350);
        }
    }

    void orbitKeepsThePivotAndItsDistance()
    {
        std::mt19937 random(9);
        for (int i = 0; i < 100; ++i) {
            const Camera camera = someCamera(random);
            const Camera turned = orbited(camera, kSize, {137, -64});
            QVERIFY((project(turned, kSize, camera.pivot)->pixel - Pixel(500, 350)).norm() < 1e-8);
            QVERIFY(std::abs((eye(turned) - camera.pivot).norm() - camera.distance) < 1e-9);
        }
        QVERIFY(orbited(Camera(), kSize, {0, 1e6}).pitch <= 1.5708);
    }

    void panMovesThePivotWithThePointer()
    {
        std::mt19937 random(10);
        for (int i = 0; i < 100; ++i) {
            const Camera camera = someCamera(random);
            const Camera moved = panned(camera, kSize, {50, 30});
            const std::optional<Seen> seen = project(moved, kSize, camera.pivot);
            QVERIFY(seen && (seen->pixel - Pixel(550, 380)).norm() < 1e-6);
        }
    }

    void zoomKeepsWhatIsUnderThePointer()
    {
        std::mt19937 random(11);
        const Pixel pixel(710, 120);
        for (int i = 0; i < 100; ++i) {
            const Camera camera = someCamera(random);
            const Vec3 under = onViewPlane(camera, kSize, pixel, camera.pivot);
            const Camera nearer = zoomed(camera, kSize, pixel, 0.5, 0.01, 1000);
            QVERIFY((project(nearer, kSize, under)->pixel - pixel).norm() < 1e-6);
            QVERIFY(std::abs(nearer.distance - camera.distance / 2) < 1e-12);
        }
        QCOMPARE(zoomed(Camera(), kSize, pixel, 1e-9, 0.25, 1000).distance, 0.25);
    }

    void framingShowsTheWholeBox()
    {
        std::mt19937 random(12);
        std::uniform_real_distribution<double> unit(-1, 1);
        for (const double scale : {0.02, 1.0, 250.0})
            for (int i = 0; i < 100; ++i) {
                Box box;
                for (int p = 0; p < 3; ++p)
                    box.include(scale * Vec3(unit(random), unit(random), unit(random)));
                const Camera camera =
                    withClipPlanes(framing(someCamera(random), kSize, box), box.diagonal());
                double least = 1e9, nearest = 1e300, farthest = -1e300;
                for (int c = 0; c < 8; ++c) {
                    const Vec3 corner(c & 1 ? box.highest.x() : box.lowest.x(),
                                      c & 2 ? box.highest.y() : box.lowest.y(),
                                      c & 4 ? box.highest.z() : box.lowest.z());
                    const std::optional<Seen> seen = project(camera, kSize, corner);
                    QVERIFY(seen);
                    QVERIFY(seen->pixel.x() >= 0 && seen->pixel.x() <= kSize.width);
                    QVERIFY(seen->pixel.y() >= 0 && seen->pixel.y() <= kSize.height);
                    QVERIFY(seen->depth < camera.farPlane && seen->depth > camera.nearPlane);
                    nearest = std::min(nearest, seen->depth);
                    farthest = std::max(farthest, seen->depth);
                    least = std::min({least, seen->pixel.x(), kSize.width - seen->pixel.x(),
                                      seen->pixel.y(), kSize.height - seen->pixel.y()});
                }
                const bool deep = nearest < 0.801 * (farthest - nearest);
                if (deep)
                    QVERIFY(std::abs(nearest / (farthest - nearest) - 0.8) < 1e-6);
                else
                    QVERIFY2(least < 120, "and no farther away than needed");
            }
    }

    void fromRightAboveNothingIsInOnesFace()
    {
        // A standing figure: its footprint fits from a hand's breadth above its head.
        const Box figure{Vec3(-0.3, 0, -0.3), Vec3(0.3, 1.8, 0.3)};
        const Camera camera = framing(lookingFrom(Camera{}, StandardView::Top), kSize, figure);
        QVERIFY(eye(camera).y() - 1.8 > 0.75 * 1.8);
    }

    void framingIsTightAndCentred()
    {
        // What a figure fills is decided by its points, not by the box around them.
        std::mt19937 random(13);
        std::uniform_real_distribution<double> unit(-1, 1);
        for (const bool orthographic : {false, true})
            for (int i = 0; i < 100; ++i) {
                std::vector<Vec3> points;
                for (int p = 0; p < 12; ++p)
                    points.push_back(40 * Vec3(unit(random), 2 * unit(random), unit(random)));
                Camera camera = someCamera(random);
                camera.orthographic = orthographic;
                camera = withClipPlanes(framing(camera, kSize, points), 100);
                Pixel least(1e9, 1e9), most(-1e9, -1e9);
                for (const Vec3& point : points) {
                    const std::optional<Seen> seen = project(camera, kSize, point);
                    QVERIFY(seen);
                    least = least.cwiseMin(seen->pixel);
                    most = most.cwiseMax(seen->pixel);
                }
                const double width = (most.x() - least.x()) / kSize.width;
                const double height = (most.y() - least.y()) / kSize.height;
                // Deep ones are seen from farther than fits them, or they would be all foreground.
                double nearest = 1e300, farthest = -1e300;
                for (const Vec3& point : points) {
                    nearest = std::min(nearest, project(camera, kSize, point)->depth);
                    farthest = std::max(farthest, project(camera, kSize, point)->depth);
                }
                const bool deep = !orthographic && nearest < 0.801 * (farthest - nearest);
                if (deep)
                    QVERIFY(std::abs(nearest / (farthest - nearest) - 0.8) < 1e-6);
                else
                    QVERIFY(std::abs(std::max(width, height) - 1 / 1.15) < 1e-6);
                QVERIFY(std::max(width, height) < 1 / 1.15 + 1e-6);
                QVERIFY(least.x() > 0 && most.x() < kSize.width);
                QVERIFY(least.y() > 0 && most.y() < kSize.height);
            }
    }

    void orbitAboutAPointKeepsItUnderThePointer()
    {
        std::mt19937 random(14);
        std::uniform_real_distribution<double> unit(-1, 1);
        for (int i = 0; i < 100; ++i) {
            Camera camera = someCamera(random);
            camera.orthographic = i % 2 == 1;
            const Vec3 point = camera.pivot + 0.4 * Vec3(unit(random), unit(random), unit(random));
            const std::optional<Seen> before = project(camera, kSize, point);
            const Camera turned = orbitedAbout(camera, kSize, {80, 35}, point);
            const std::optional<Seen> after = project(turned, kSize, point);
            QVERIFY(before && after);
            QVERIFY((before->pixel - after->pixel).norm() < 1e-6);
            QVERIFY(std::abs(before->depth - after->depth) < 1e-9);
        }
    }

    void parallelRaysShowThePivotAtTheSameSize()
    {
        std::mt19937 random(15);
        for (int i = 0; i < 50; ++i) {
            Camera camera = someCamera(random);
            const Vec3 beside = camera.pivot + 0.3 * axes(camera).col(0);
            const Pixel before = project(camera, kSize, beside)->pixel;
            camera.orthographic = true;
            QVERIFY((project(camera, kSize, beside)->pixel - before).norm() < 1e-8);
            const Ray ray = rayThrough(camera, kSize, before);
            QVERIFY((beside - ray.origin).cross(ray.direction).norm() < 1e-9);
            // Nothing gets smaller with its distance.
            const Vec3 behind = beside - 3 * axes(camera).col(2);
            QVERIFY((project(withClipPlanes(camera, 50), kSize, behind)->pixel - before).norm() <
                    1e-8);
        }
    }

    void standardViewsLookAlongTheAxes()
    {
        const std::pair<StandardView, Vec3> views[] = {
            {StandardView::Front, Vec3::UnitZ()}, {StandardView::Back, -Vec3::UnitZ()},
            {StandardView::Right, Vec3::UnitX()}, {StandardView::Left, -Vec3::UnitX()},
            {StandardView::Top, Vec3::UnitY()},   {StandardView::Bottom, -Vec3::UnitY()}};
        Camera camera;
        camera.yaw = 0.3;
        QVERIFY(!standardView(camera));
        for (const auto& [view, from] : views) {
            const Camera looking = lookingFrom(camera, view);
            QVERIFY((axes(looking).col(2) - from).norm() < 1e-12);
            QVERIFY(standardView(looking) == view);
        }
    }
};

POSEWRIGHT_TEST(TestCamera, posewright::test::runWithEvents);
#include "tst_camera.moc"

#include "core/ik/limits.h"
#include "core/math/ellipse.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/limit_measure.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

using namespace posewright;

namespace {

struct Case {
    double a = 0;
    double b = 0;
    Vec2 point;
    Vec2 nearest;
    double distance = 0;
    Vec2 radial;  ///< where the ray from the middle leaves the ellipse
};

std::vector<Case> cases()
{
    std::vector<Case> all;
    const auto pair = [](const nlohmann::json& value) {
        const auto n = test::numbers(value);
        return Vec2(n[0], n[1]);
    };
    const nlohmann::json vectors = test::ikVectors();
    for (const auto& one : vectors["ellipse_nearest"]["cases"])
        all.push_back({test::number(one["a"]), test::number(one["b"]), pair(one["point"]),
                       pair(one["nearest"]), test::number(one["distance"]),
                       pair(one["radial_projection_for_contrast(Blender EllipseClamp)"])});
    return all;
}

double valueAt(const Case& c, const Vec2& p)
{
    return p.x() * p.x() / (c.a * c.a) + p.y() * p.y() / (c.b * c.b);
}

}  // namespace

/// The nearest point of an ellipse, and that it is this one that limits clamp to.
class TestEllipse : public QObject {
    Q_OBJECT

private slots:
    void theReferencesAreMetInEveryQuarter()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        for (const Case& c : cases())
            for (const double x : {1.0, -1.0})
                for (const double y : {1.0, -1.0}) {
                    const Vec2 sign(x, y);
                    const Vec2 got = nearestOnEllipse(c.a, c.b, c.point.cwiseProduct(sign));
                    QVERIFY((got - c.nearest.cwiseProduct(sign)).norm() < 1e-14 * (1 + got.norm()));
                    QVERIFY(std::abs((got - c.point.cwiseProduct(sign)).norm() - c.distance) <
                            1e-14 * (1 + c.distance));
                }
    }

    void theRadialPointIsFartherUnlessTheEllipseIsACircle()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        for (const Case& c : cases()) {
            QVERIFY(std::abs(valueAt(c, c.radial) - 1) < 1e-14);
            const Vec2 got = nearestOnEllipse(c.a, c.b, c.point);
            const double more = (c.point - c.radial).norm() - (c.point - got).norm();
            if (c.a == c.b)
                QVERIFY(std::abs(more) < 1e-14);
            else
                QVERIFY(more > 1e-3);
        }
    }

    /// A cone whose opening angles are the semi-axes, and a swing whose tilt is the point.
    void aConeClampsToTheNearestSwingAndNotTheRadialOne()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        for (const Case& c : cases()) {
            const double shrink = 0.25 / std::max(c.a, c.b);  // all angles far from pi
            const double up = shrink * c.b;
            const double right = shrink * c.a;
            const ConeLimit cone{Vec3::UnitZ(), Vec3::UnitX(), {up, right, up, right}, {-0.5, 0.5}};
            // Tilts towards `up`, which is x, and towards the right of it, seen along z: y.
            const auto swing = [](const Vec2& tilt) {
                return fromRotationVector(Vec3(-tilt.x(), tilt.y(), 0));
            };
            const Quat got = test::clamped(cone, swing(shrink * c.point));
            QVERIFY(angleBetween(got, swing(shrink * c.nearest)) < 1e-12);
            if (c.a != c.b) QVERIFY(angleBetween(got, swing(shrink * c.radial)) > 1e-4);
        }
    }

    void theWayToAnyPointIsPerpendicularToTheCurve()
    {
        test::SplitMix64 random(4);
        for (int i = 0; i < 2000; ++i) {
            Case c;
            c.a = random.uniform(0.05, 3);
            c.b = random.uniform(0.05, 3);
            c.point = Vec2(random.uniform(-6, 6), random.uniform(-6, 6));
            if (valueAt(c, c.point) <= 1) continue;
            const Vec2 got = nearestOnEllipse(c.a, c.b, c.point);
            QVERIFY(std::abs(valueAt(c, got) - 1) < 1e-12);
            const Vec2 tangent(-got.y() / (c.b * c.b), got.x() / (c.a * c.a));
            QVERIFY(std::abs((c.point - got).dot(tangent.normalized())) < 1e-11);
            // No point of the curve is nearer.
            for (int k = 0; k < 64; ++k) {
                const double way = k * 0.0981747704246810;
                const Vec2 other(c.a * std::cos(way), c.b * std::sin(way));
                QVERIFY((c.point - got).norm() <= (c.point - other).norm() + 1e-12);
            }
        }
    }
};

POSEWRIGHT_TEST(TestEllipse, posewright::test::runPlain);
#include "tst_ellipse.moc"

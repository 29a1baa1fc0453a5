#include "core/ik/limits.h"
#include "core/ik/limits/paper_cone.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/limited_rigs.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

#include <numbers>

using namespace posewright;
using ik::Conic;

namespace {

ConeLimit coneOf(double up, double right, double down, double left)
{
    return {Vec3::UnitZ(),
            Vec3::UnitX(),
            {up * test::kDegree, right * test::kDegree, down * test::kDegree, left * test::kDegree},
            {-0.5, 0.5}};
}

Vec3 tilted(double angle, double towards)
{
    return {std::sin(angle * test::kDegree) * std::cos(towards * test::kDegree),
            std::sin(angle * test::kDegree) * std::sin(towards * test::kDegree),
            std::cos(angle * test::kDegree)};
}

double tiltOf(const Vec3& direction)
{
    return std::atan2(direction.head<2>().norm(), direction.z()) / test::kDegree;
}

}  // namespace

class TestPaperCone : public QObject {
    Q_OBJECT

private slots:
    void theReferenceSectionIsMet()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vector = test::ikVectors()["cone_q"];
        const auto degrees = test::numbers(vector["theta_deg_right_up_left_down"]);
        const auto q = test::numbers(vector["q"]);
        const double depth = test::number(vector["S"]);
        const ConeLimit cone = coneOf(degrees[1], degrees[0], degrees[3], degrees[2]);
        const Conic one = ik::quarterOf(cone, true, true).conic;
        const Conic two = ik::quarterOf(cone, false, false).conic;
        QVERIFY(std::abs(depth * one.b - q[0]) < 1e-14);
        QVERIFY(std::abs(depth * one.a - q[1]) < 1e-14);
        QVERIFY(std::abs(depth * two.b - q[2]) < 1e-14);
        QVERIFY(std::abs(depth * two.a - q[3]) < 1e-14);
        const auto point = test::numbers(vector["inside_example"]["point"]);
        const double value = ik::valueAt(one, Vec2(point[1], point[0]) / depth);
        QVERIFY(std::abs(value - test::number(vector["inside_example"]["value"])) < 1e-14);
    }

    void theConicIsChosenPerQuarter()
    {
        const ConeLimit cone = coneOf(60, 120, 40, 30);
        QCOMPARE(ik::quarterOf(cone, true, true).conic.kind, Conic::Kind::Parabola);
        QCOMPARE(ik::quarterOf(cone, false, true).conic.kind, Conic::Kind::Parabola);
        QCOMPARE(ik::quarterOf(cone, false, false).conic.kind, Conic::Kind::Ellipse);
        QCOMPARE(ik::quarterOf(cone, true, false).conic.kind, Conic::Kind::Ellipse);
        QVERIFY(ik::quarterOf(coneOf(120, 50, 40, 30), true, true).swapped);
        const ConeLimit strip = coneOf(120, 50, 140, 30);
        QCOMPARE(ik::quarterOf(strip, true, true).conic.kind, Conic::Kind::Strip);
        const ConeLimit wide = coneOf(120, 150, 140, 100);
        QCOMPARE(ik::quarterOf(wide, true, true).conic.kind, Conic::Kind::Hole);
    }

    void aParabolaPassesThroughItsAngleAndItsVertex()
    {
        const Conic conic = ik::quarterOf(coneOf(60, 120, 40, 30), true, true).conic;
        QVERIFY(std::abs(ik::valueAt(conic, {std::tan(60 * test::kDegree), 0}) - 1) < 1e-14);
        QVERIFY(std::abs(conic.c - std::tan(30 * test::kDegree)) < 1e-14);
        test::SplitMix64 random(3);
        for (int i = 0; i < 1000; ++i) {
            const Vec2 p(random.uniform(0, 20), random.uniform(0, 20));
            if (ik::valueAt(conic, p) <= 1) continue;
            const Vec2 near = ik::nearestOn(conic, p);
            QVERIFY(std::abs(ik::valueAt(conic, near) - 1) < 1e-12);
            // The way there is perpendicular to the curve.
            const Vec2 tangent(1, 2 * conic.c / (conic.a * conic.a) * near.x());
            QVERIFY(std::abs((p - near).dot(tangent)) < 1e-9 * (1 + p.norm()) * tangent.norm());
        }
    }

    void directionsGoToTheConeAndStayThere_data()
    {
        QTest::addColumn<double>("tilt");
        QTest::addColumn<double>("towards");
        QTest::addColumn<double>("expected");  // -1: as it was
        QTest::addColumn<double>("angles");
        QTest::newRow("inside a circle") << 39.0 << 10.0 << -1.0 << 40.0;
        QTest::newRow("outside a circle") << 70.0 << 10.0 << 40.0 << 40.0;
        QTest::newRow("opposite hemisphere") << 140.0 << 200.0 << 40.0 << 40.0;
        QTest::newRow("just behind") << 91.0 << 100.0 << 40.0 << 40.0;
        QTest::newRow("more than 180 degrees, in front") << 80.0 << 10.0 << -1.0 << 120.0;
        QTest::newRow("more than 180 degrees, allowed") << 119.0 << 10.0 << -1.0 << 120.0;
        QTest::newRow("more than 180 degrees, forbidden") << 150.0 << 10.0 << 120.0 << 120.0;
    }
    void directionsGoToTheConeAndStayThere()
    {
        QFETCH(double, tilt);
        QFETCH(double, towards);
        QFETCH(double, expected);
        QFETCH(double, angles);
        const ConeLimit cone = coneOf(angles, angles, angles, angles);
        const Vec3 direction = tilted(tilt, towards);
        const Vec3 got = ik::clampedToPaperCone(cone, direction);
        if (expected < 0) {
            QCOMPARE(got, direction);
        } else {
            QVERIFY(std::abs(tiltOf(got) - expected) < 1e-9);
        }
        QVERIFY((ik::clampedToPaperCone(cone, got) - got).norm() < 1e-13);
    }

    void anyRotationEndsInsideTheCone()
    {
        test::SplitMix64 random(5);
        for (int i = 0; i < 20000; ++i) {
            const ConeLimit cone = coneOf(random.uniform(1, 179), random.uniform(1, 179),
                                          random.uniform(1, 179), random.uniform(1, 179));
            const Quat q = Quat(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                                random.uniform(-1, 1))
                               .normalized();
            const Quat once = ik::clampedAsInPaper(cone, q);
            QVERIFY(std::abs(once.norm() - 1) < 1e-12);
            const Vec3 direction = ik::coneFrame(cone).transpose() * (once * cone.axis);
            QVERIFY((ik::clampedToPaperCone(cone, direction) - direction).norm() < 1e-9);
        }
    }

    void acuteConesDifferLittleFromTheSphericalForm()
    {
        // The two forms agree on the four axes and differ by 2 degrees at most between them.
        for (double towards = 0; towards < 360; towards += 5) {
            const ConeLimit cone = coneOf(70, 30, 20, 50);
            const double paper = tiltOf(ik::clampedToPaperCone(cone, tilted(89, towards)));
            double low = 0;
            double high = 89;
            const Vec3 at = ik::clampedToPaperCone(cone, tilted(89, towards));
            const double psi = std::atan2(at.y(), at.x()) / test::kDegree;
            for (int i = 0; i < 50; ++i) {
                const double middle = (low + high) / 2;
                const Quat swing = leastArc(Vec3::UnitZ(), tilted(middle, psi));
                (ik::limitViolation(cone, swing) <= 1e-12 ? low : high) = middle;
            }
            QVERIFY2(std::abs(low - paper) < 5, qPrintable(QString::number(low - paper)));
        }
    }
};

POSEWRIGHT_TEST(TestPaperCone, posewright::test::runPlain);
#include "tst_paper_cone.moc"

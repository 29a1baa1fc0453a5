#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

#include <numbers>

using namespace posewright;

namespace {

constexpr double kRadian = std::numbers::pi / 180;

Quat anyRotation(test::SplitMix64& random)
{
    const auto r = [&] { return random.uniform(-1, 1); };
    return Quat(r(), r(), r(), r()).normalized();
}

}  // namespace

class TestRotation : public QObject {
    Q_OBJECT

private slots:
    void leastArcTakesOneDirectionOntoTheOther()
    {
        test::SplitMix64 random(1);
        for (int i = 0; i < 1000; ++i) {
            const Vec3 a = anyRotation(random) * Vec3::UnitX();
            const Vec3 b = anyRotation(random) * Vec3::UnitY();
            const Quat q = leastArc(a, b);
            QVERIFY((q * a - b).norm() < 1e-12);
            QVERIFY(std::abs(rotationVector(q).dot(a)) < 1e-12);
            QVERIFY(std::abs(rotationVector(q).norm() - std::atan2(a.cross(b).norm(), a.dot(b))) <
                    1e-9);
        }
    }

    void leastArcOfOppositesIsHalfATurn()
    {
        for (const Vec3& a : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(0.6, 0, 0.8)}) {
            const Quat q = leastArc(a, -a);
            QVERIFY((q * a + a).norm() < 1e-15);
            QVERIFY(q.coeffs() == leastArc(a, -a).coeffs());
        }
    }

    void aPerpendicularIsUnitAndPerpendicular()
    {
        for (const Vec3& v : {Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(0, 0, 1), Vec3(0.6, 0, 0.8)}) {
            const Vec3 p = anyPerpendicular(v);
            QVERIFY(std::abs(p.dot(v)) < 1e-15);
            QVERIFY(std::abs(p.norm() - 1) < 1e-15);
        }
    }

    void rotationVectorsComeBack()
    {
        test::SplitMix64 random(2);
        for (int i = 0; i < 1000; ++i) {
            const Quat q = anyRotation(random);
            QVERIFY(angleBetween(fromRotationVector(rotationVector(q)), q) < 1e-12);
            QVERIFY(rotationVector(q).norm() <= std::numbers::pi + 1e-12);
        }
        QVERIFY(fromRotationVector(Vec3::Zero()).coeffs() == Quat::Identity().coeffs());
        QVERIFY(rotationVector(Quat::Identity()).isZero(0));
    }

    void smallAnglesAreExact()
    {
        for (double angle : {1e-3, 1e-6, 1e-9, 1e-12}) {
            const Quat q = fromRotationVector(Vec3(0, angle, 0));
            QVERIFY(std::abs(angleBetween(q, Quat::Identity()) - angle) < 1e-15 + 1e-12 * angle);
            QVERIFY(std::abs(rotationVector(q).y() - angle) < 1e-15 * angle + 1e-27);
        }
    }

    void signsDoNotMatterToAngles()
    {
        test::SplitMix64 random(3);
        for (int i = 0; i < 100; ++i) {
            const Quat a = anyRotation(random);
            const Quat b = anyRotation(random);
            const Quat minus(-b.coeffs());
            QCOMPARE(angleBetween(a, b), angleBetween(a, minus));
            QVERIFY(nearestSign(b, a).dot(a) >= 0);
            QCOMPARE(nearestSign(b, a).dot(a), nearestSign(minus, a).dot(a));
        }
    }

    void slerpKeepsItsSpeedOnTheShorterWay()
    {
        test::SplitMix64 random(4);
        for (int i = 0; i < 100; ++i) {
            const Quat a = anyRotation(random);
            const Quat b = anyRotation(random);
            const double whole = angleBetween(a, b);
            for (double t : {0.0, 0.25, 0.5, 0.9, 1.0})
                QVERIFY(std::abs(angleBetween(a, slerp(a, b, t)) - t * whole) < 1e-9);
        }
    }

    void swingTwistMatchesTheReference()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        for (const auto& entry : vectors["swing_twist"]) {
            const auto q = test::numbers(entry["q_wxyz"]);
            const auto [swing, twist] = swingTwist(Quat(q[0], q[1], q[2], q[3]), Vec3::UnitY());
            const Vec3 swingWanted =
                test::vec3(entry["swing_axis"]) * (test::number(entry["swing_deg"]) * kRadian);
            const Vec3 twistWanted(0, test::number(entry["twist_deg"]) * kRadian, 0);
            QVERIFY((rotationVector(swing) - swingWanted).norm() < 1e-12);
            QVERIFY((rotationVector(twist) - twistWanted).norm() < 1e-12);
        }
    }

    void swingAndTwistMakeTheWhole()
    {
        test::SplitMix64 random(5);
        for (int i = 0; i < 1000; ++i) {
            const Quat q = anyRotation(random);
            const Vec3 axis = anyRotation(random) * Vec3::UnitZ();
            const auto [swing, twist] = swingTwist(q, axis);
            QVERIFY(angleBetween(swing * twist, q) < 1e-12);
            QVERIFY(std::abs(swing.vec().dot(axis)) < 1e-12);
            QVERIFY(twist.vec().cross(axis).norm() < 1e-12);
        }
    }
};

POSEWRIGHT_TEST(TestRotation, posewright::test::runPlain);
#include "tst_rotation.moc"

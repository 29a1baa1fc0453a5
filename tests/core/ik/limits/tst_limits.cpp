#include "core/ik/limits.h"
#include "core/ik/limits/limit_angles.h"
#include "core/ik/limits/limited_joint.h"
#include "core/math/rotation.h"
#include "core/scene/limits/euler_box.h"
#include "tests/support/ik_sets.h"
#include "tests/support/limit_measure.h"
#include "tests/support/limited_rigs.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

#include <numbers>

using namespace posewright;
using test::SplitMix64;

namespace {

/// How many of a limit's numbers turn the joint.
int turnings(const Limit& limit)
{
    return limits::slides(limit) ? 0 : ik::freedoms(limit);
}

Quat anyRotation(SplitMix64& random)
{
    Quat q;
    do {
        for (int i = 0; i < 4; ++i) q.coeffs()[i] = random.uniform(-1, 1);
    } while (q.norm() > 1 || q.norm() < 0.1);
    return q.normalized();
}

Vec3 anyDirection(SplitMix64& random)
{
    return anyRotation(random) * Vec3::UnitX();
}

Range anyRange(SplitMix64& random, double most)
{
    const double a = random.uniform(-most, most);
    const double b = random.uniform(-most, most);
    return {std::min(a, b), std::max(a, b)};
}

Limit anyLimit(SplitMix64& random, int kind)
{
    switch (kind) {
    case 1: return FixedLimit{};
    case 2: return HingeLimit{anyDirection(random), anyRange(random, 4)};
    case 3: {
        ConeLimit cone;
        cone.axis = anyDirection(random);
        cone.up = anyPerpendicular(cone.axis);
        for (double& angle : cone.angles) angle = random.uniform(0.01, 3.14);
        cone.twist = anyRange(random, 3.5);
        return cone;
    }
    case 4: {
        BoxLimit box;
        for (Range& range : box.range) range = anyRange(random, 3.2);
        constexpr std::array<std::array<int, 3>, 6> kOrders{
            {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
        box.order = kOrders[random.next() % 6];
        return box;
    }
    case 5: return PrismaticLimit{anyDirection(random), anyRange(random, 2)};
    default: return {};
    }
}

void eachKind(bool cones = true)
{
    QTest::addColumn<int>("kind");
    const char* names[] = {"free", "fixed", "hinge", "cone", "box", "prismatic"};
    for (int i = 0; i < 6; ++i)
        if (cones || i != 3) QTest::newRow(names[i]) << i;
}

}  // namespace

class TestLimits : public QObject {
    Q_OBJECT

private slots:
    void clampingTwiceIsClampingOnceToTheBit_data() { eachKind(); }
    void clampingTwiceIsClampingOnceToTheBit()
    {
        QFETCH(int, kind);
        SplitMix64 random(7);
        for (int i = 0; i < 20000; ++i) {
            ik::Joint joint;
            joint.limit = anyLimit(random, kind);
            joint.rest = anyRotation(random);
            const Quat q = anyRotation(random);
            const Quat once = test::clamped(joint.limit, q);
            QVERIFY(std::abs(once.norm() - 1) < 1e-14);
            QCOMPARE(test::clamped(joint.limit, once).coeffs(), once.coeffs());
            QVERIFY(ik::limitViolation(joint.limit, once) <= 1e-12);
            Quat local = q;
            ik::clampLocal(joint, local);
            Quat again = local;
            QVERIFY(!ik::clampLocal(joint, again));
            QCOMPARE(again.coeffs(), local.coeffs());
        }
    }

    void noAllowedRotationIsNearer_data()
    {
        eachKind(false);  // a cone clamps swing and twist each by itself
    }
    void noAllowedRotationIsNearer()
    {
        QFETCH(int, kind);
        SplitMix64 random(8);
        int worse = 0;
        for (int i = 0; i < 2000; ++i) {
            const Limit limit = anyLimit(random, kind);
            const Quat q = anyRotation(random);
            const double distance = ik::limitViolation(limit, q);
            const auto range = ik::bounds(limit);
            for (int k = 0; k < 40; ++k) {
                ik::Angles angles{};
                for (int d = 0; d < turnings(limit); ++d)
                    angles[d] = std::isfinite(range[d].min)
                                    ? random.uniform(range[d].min, range[d].max)
                                    : random.uniform(-2, 2);
                if (angleBetween(ik::rotationOf(limit, angles), q) < distance - 1e-9) {
                    ++worse;
                    break;
                }
            }
        }
        // The allowed set of a box is not convex among rotations: a local answer may stand.
        QVERIFY2(worse <= (kind == 4 ? 20 : 0), qPrintable(QString::number(worse)));
    }

    void whatTheAnglesSayIsAllowed_data() { eachKind(); }
    void whatTheAnglesSayIsAllowed()
    {
        QFETCH(int, kind);
        SplitMix64 random(9);
        for (int i = 0; i < 20000; ++i) {
            const Limit limit = anyLimit(random, kind);
            const auto range = ik::bounds(limit);
            ik::Angles angles{};
            for (int d = 0; d < ik::freedoms(limit); ++d)
                angles[d] = std::isfinite(range[d].min) ? random.uniform(range[d].min, range[d].max)
                                                        : random.uniform(-1.5, 1.5);
            ik::clampAngles(limit, angles);
            ik::Angles again = angles;
            QVERIFY(!ik::clampAngles(limit, again));
            const Quat q = ik::rotationOf(limit, angles);
            QVERIFY(ik::limitViolation(limit, q) <= 1e-12);
            const ik::Angles back = ik::anglesOf(limit, q, angles[0]);
            QVERIFY(angleBetween(ik::rotationOf(limit, back), q) <= 1e-12);
        }
    }

    void aReadiedJointIsItsLimit_data() { eachKind(); }
    void aReadiedJointIsItsLimit()
    {
        QFETCH(int, kind);
        SplitMix64 random(12);
        int plain = 0;
        int inside = 0;
        for (int i = 0; i < 4000; ++i) {
            const Limit limit = anyLimit(random, kind);
            ik::LimitedJoint joint;
            ik::setLimit(limit, joint);
            Quat q = ik::rotationOf(limit, ik::anglesOf(limit, anyRotation(random)));
            if (i % 2 == 1) q = slerp(q, anyRotation(random), random.uniform(0, 0.5));
            const double travel = random.uniform(-2, 2);
            ik::LimitedState state;
            const bool moved = ik::readRotation(joint, limit, q, travel, state);
            const Quat near = test::clamped(limit, q);
            const bool free = joint.kind == ik::LimitedJoint::Kind::Free;
            QVERIFY(free ? !moved : angleBetween(state.q, near) < 1e-9);
            QVERIFY(moved || state.q.coeffs() == q.coeffs());
            QVERIFY(ik::limitViolation(limit, state.q) < 1e-12);
            const bool sure = ik::plainlyInside(joint, q);
            QVERIFY(!sure || !moved);
            plain += sure;
            inside += !moved;
            if (!joint.turns() || !joint.bounded()) continue;
            ik::LimitedState again;
            ik::setNumbers(joint, state.angles, again);
            QVERIFY(angleBetween(again.q, state.q) < 2e-12);
        }
        // Else it would be of no use.
        QVERIFY(kind != 3 || plain > inside / 10);
    }

    // What a kind gets that nobody wrote a faster form for.
    void aKindWithoutAFormOfItsOwnIsItsLimit()
    {
        SplitMix64 random(13);
        for (int i = 0; i < 2000; ++i) {
            constexpr std::array kKinds{LimitKind::Hinge, LimitKind::Cone, LimitKind::Box};
            const Limit limit = anyLimit(random, int(kKinds[i % 3]));
            ik::LimitedJoint fast;
            ik::setLimit(limit, fast);
            ik::LimitedJoint plain = fast;
            plain.kind = ik::LimitedJoint::Kind::Other;
            plain.limit = &limit;
            QVERIFY(plain.turns() && plain.bounded());
            const Quat q = anyRotation(random);
            ik::LimitedState one;
            ik::LimitedState other;
            QCOMPARE(ik::readRotation(plain, limit, q, 0, other),
                     ik::readRotation(fast, limit, q, 0, one));
            QVERIFY(angleBetween(one.q, other.q) < 1e-9);
            QVERIFY(ik::limitViolation(limit, other.q) < 1e-12);
            Mat3 axes = Mat3::Zero();
            Mat3 expected = Mat3::Zero();
            QCOMPARE(ik::axesOf(plain, other, axes), ik::axesOf(fast, one, expected));
            QVERIFY((axes - expected).norm() < 1e-6);
        }
    }

    void theRatesAreTheDerivatives_data() { eachKind(); }
    void theRatesAreTheDerivatives()
    {
        QFETCH(int, kind);
        SplitMix64 random(10);
        constexpr double h = 1e-5;
        for (int i = 0; i < 500; ++i) {
            const Limit limit = anyLimit(random, kind);
            ik::Angles angles{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
            const Mat3 rates = ik::turnRates(limit, angles);
            for (int d = 0; d < 3; ++d) {
                ik::Angles more = angles;
                ik::Angles less = angles;
                more[d] += h;
                less[d] -= h;
                const Quat step =
                    ik::rotationOf(limit, more) * ik::rotationOf(limit, less).conjugate();
                const Vec3 speed = rotationVector(step) / (2 * h);
                if (d < turnings(limit)) QVERIFY((speed - rates.col(d)).norm() < 1e-8);
                if (d >= turnings(limit)) QVERIFY(rates.col(d).isZero());
            }
        }
    }

    void aHingeClampsOnTheNearerSide_data()
    {
        QTest::addColumn<double>("angle");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("most");
        QTest::addColumn<double>("clamped");
        QTest::newRow("inside") << 20.0 << 0.0 << 150.0 << 20.0;
        QTest::newRow("beyond") << 160.0 << 0.0 << 150.0 << 150.0;
        QTest::newRow("before") << -20.0 << 0.0 << 150.0 << 0.0;
        QTest::newRow("round the back, nearer to the end") << -120.0 << 0.0 << 150.0 << 150.0;
        QTest::newRow("a range across half a turn") << -170.0 << 100.0 << 200.0 << 190.0;
        QTest::newRow("more than a turn") << 179.0 << -270.0 << 270.0 << 179.0;
        QTest::newRow("far from zero") << 10.0 << 350.0 << 380.0 << 370.0;
    }
    void aHingeClampsOnTheNearerSide()
    {
        QFETCH(double, angle);
        QFETCH(double, least);
        QFETCH(double, most);
        QFETCH(double, clamped);
        const HingeLimit hinge{Vec3::UnitY(), {least * test::kDegree, most * test::kDegree}};
        const Quat q = fromRotationVector(angle * test::kDegree * Vec3::UnitY());
        const Quat to = fromRotationVector(clamped * test::kDegree * Vec3::UnitY());
        QVERIFY(angleBetween(test::clamped(hinge, q), to) < 1e-12);
        QVERIFY(std::abs(ik::anglesOf(hinge, q)[0] - clamped * test::kDegree) < 1e-12);
    }

    void theFourAnglesOfAConeGoClockwiseFromUp_data()
    {
        QTest::addColumn<int>("quarter");
        for (int i = 0; i < 4; ++i) QTest::addRow("angle %d", i) << i;
    }
    void theFourAnglesOfAConeGoClockwiseFromUp()
    {
        QFETCH(int, quarter);
        // Seen along -z with y up, the right hand side is +x.
        const ConeLimit cone{-Vec3::UnitZ(), Vec3::UnitY(), {0.3, 0.5, 0.7, 2.9}, {0, 0}};
        const Vec3 sides[] = {Vec3::UnitY(), Vec3::UnitX(), -Vec3::UnitY(), -Vec3::UnitX()};
        const Vec3 turn = cone.axis.cross(sides[quarter]);
        const double limit = cone.angles[quarter];
        const Quat inside = fromRotationVector((limit - 1e-3) * turn);
        QVERIFY((inside * cone.axis).dot(sides[quarter]) > 0);
        QVERIFY(ik::limitViolation(cone, inside) == 0);
        const Quat outside = fromRotationVector((limit + 0.1) * turn);
        QVERIFY(std::abs(ik::limitViolation(cone, outside) - 0.1) < 1e-12);
        QVERIFY(angleBetween(test::clamped(cone, outside), fromRotationVector(limit * turn)) <
                1e-12);
        const auto sidesTouched = ik::touchedSides(cone, test::clamped(cone, outside), 0);
        QCOMPARE(sidesTouched.count, 1);
        QVERIFY(sidesTouched.list[0].part == "cone");
    }

    void aConeSlidesAlongItsRimWithoutSlipping()
    {
        // The tilt is clamped to the nearest point of the ellipse, 1.7254 and 0.5057, not radially.
        const double share = 0.5;
        const ConeLimit cone{
            Vec3::UnitZ(), Vec3::UnitX(), {2 * share, share, 2 * share, share}, {0, 0}};
        const Vec3 tilt(3 * share, 2 * share, 0);  // up is x, right is z cross x = y
        const Quat q = fromRotationVector(Vec3::UnitZ().cross(tilt));
        const ik::Angles angles = ik::anglesOf(cone, q);
        QVERIFY(std::abs(angles[0] - 1.7254112548559846 * share) < 1e-12);
        QVERIFY(std::abs(angles[1] - 0.5057064369810553 * share) < 1e-12);
    }

    void clampingIsContinuousAwayFromTheOppositePole()
    {
        SplitMix64 random(11);
        for (int i = 0; i < 20000; ++i) {
            const auto cone = std::get<ConeLimit>(anyLimit(random, 3));
            const Quat swing = fromRotationVector(random.uniform(0, 3.0) *
                                                  anyPerpendicular(cone.axis).normalized());
            const Vec3 step = 1e-6 * anyDirection(random);
            const Quat near = fromRotationVector(step) * swing;
            // Near half a turn a step of the rotation is a long step of its tilt.
            QVERIFY(angleBetween(test::clamped(cone, swing), test::clamped(cone, near)) < 1e-4);
        }
    }

    void touchedSidesAreNamed()
    {
        const HingeLimit hinge{Vec3::UnitX(), {-1, 2}};
        auto sides = ik::touchedSides(hinge, fromRotationVector(2 * Vec3::UnitX()), 0);
        QCOMPARE(sides.count, 1);
        QVERIFY(sides.list[0].part == "hinge" && sides.list[0].side == 1);
        QCOMPARE(ik::touchedSides(hinge, Quat::Identity(), 0).count, 0);

        const BoxLimit box{{{{-1, 0.2}, {-0.5, 1}, {0, 0}}}, {2, 0, 1}};
        const Quat q = limits::fromEuler(box.order, {0, 0.2, -0.5});
        sides = ik::touchedSides(box, q, 0);
        QCOMPARE(sides.count, 2);
        QVERIFY(sides.list[0].part == "x" && sides.list[0].side == 1);
        QVERIFY(sides.list[1].part == "y" && sides.list[1].side == -1);

        const PrismaticLimit slide{Vec3::UnitX(), {-1, 2}};
        sides = ik::touchedSides(slide, Quat::Identity(), -1);
        QCOMPARE(sides.count, 1);
        QVERIFY(sides.list[0].part == "travel" && sides.list[0].side == -1);
    }

    void eulerAnglesComeBackInEveryOrder()
    {
        SplitMix64 random(12);
        for (const auto& order : std::vector<std::array<int, 3>>{
                 {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}) {
            for (int i = 0; i < 2000; ++i) {
                std::array<double, 3> angles{random.uniform(-3.1, 3.1), random.uniform(-1.57, 1.57),
                                             random.uniform(-3.1, 3.1)};
                if (i % 10 == 0) angles[1] = std::copysign(std::numbers::pi / 2, angles[1]);
                const Quat q = limits::fromEuler(order, angles);
                QVERIFY(angleBetween(limits::fromEuler(order, limits::toEuler(order, q)), q) <
                        1e-12);
            }
        }
    }

    void theReferenceSwingsAndTwistsAreMet()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        for (const auto& one : vectors["swing_twist"]) {
            const auto n = test::numbers(one["q_wxyz"]);
            const Quat q(n[0], n[1], n[2], n[3]);
            const ConeLimit cone{
                Vec3::UnitY(), Vec3::UnitZ(), {3.14, 3.14, 3.14, 3.14}, {-3.1, 3.1}};
            const ik::Angles angles = ik::anglesOf(cone, q);
            const double swing = test::number(one["swing_deg"]) * test::kDegree;
            const Vec3 tilt = swing * test::vec3(one["swing_axis"]).cross(Vec3::UnitY());
            QVERIFY(std::abs(angles[0] - tilt.z()) < 1e-13);
            QVERIFY(std::abs(angles[1] - tilt.x()) < 1e-13);
            QVERIFY(std::abs(angles[2] - test::number(one["twist_deg"]) * test::kDegree) < 1e-13);
        }
    }
};

POSEWRIGHT_TEST(TestLimits, posewright::test::runPlain);
#include "tst_limits.moc"

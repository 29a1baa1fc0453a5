#include "core/retarget/limb.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;
using retarget::LimbPose;

namespace {

/// A limb of two bones from the origin down, bent by this share of its length.
LimbPose limbOf(double upper, double lower, double reach)
{
    const double x = (upper * upper - lower * lower + reach * reach) / (2 * reach);
    const double aside = std::sqrt(std::max(0.0, upper * upper - x * x));
    return {Vec3::Zero(), Vec3(0, -x, aside), Vec3(0, -reach, 0)};
}

/// How long the limb is from end to end once it was turned, as a share of its length.
double reachedBy(const LimbPose& limb, const Vec3& goal)
{
    const retarget::LimbTurn turn = retarget::reach(limb, goal, Vec3::UnitZ());
    const Vec3 middle = turn.upper * (limb.middle - limb.top);
    const Vec3 end = middle + turn.lower * (limb.end - limb.middle);
    return (end - limb.top).norm() /
           ((limb.middle - limb.top).norm() + (limb.end - limb.middle).norm());
}

}  // namespace

/// The reach of limbs that take the place of another figure's.
class TestLimb : public QObject {
    Q_OBJECT

private slots:
    /// A leg that snaps straight, and bends again, is seen at once.
    void reachingDoesNotStraightenALimb()
    {
        plain::Dice dice(test::printedSeed(20261127));
        double most = 0, kept = 0, exact = 0;
        for (int i = 0; i < 10000; ++i) {
            const double upper = dice.uniform(0.3, 1), lower = dice.uniform(0.3, 1),
                         length = upper + lower;
            const double before = dice.uniform(std::abs(upper - lower) / length + 0.05, 0.9999);
            const LimbPose limb = limbOf(upper, lower, before * length);
            const Vec3 way =
                Vec3(dice.uniform(-1, 1), dice.uniform(-2, -0.5), dice.uniform(-1, 1)).normalized();
            const double far = reachedBy(limb, dice.uniform(1, 3) * length * way);
            (before < 0.99 ? most : kept) =
                std::max(before < 0.99 ? most : kept, before < 0.99 ? far : far - before);
            const double near = dice.uniform(before, 0.97);
            if (before < 0.97)
                exact = std::max(exact, std::abs(reachedBy(limb, near * length * way) - near));
        }
        qInfo(
            "beyond its length: to %.6f; straighter than it was by %.1e; within reach off by %.1e",
            most, kept, exact);
        QCOMPARE_LT(most, 0.99 + 1e-9);
        QCOMPARE_LT(kept, 1e-9);
        QCOMPARE_LT(exact, 1e-9);
    }
};

POSEWRIGHT_TEST(TestLimb, posewright::test::runWithEvents);
#include "tst_limb.moc"

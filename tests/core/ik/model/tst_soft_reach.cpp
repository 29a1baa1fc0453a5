#include "core/ik/model/soft_reach.h"
#include "core/ik/solver.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

using namespace posewright;
using test::number;

namespace {

constexpr double kReach = 1;
constexpr double kZone = 0.03;
constexpr double kFrom = kReach - kZone;

double ours(double d)
{
    return ik::softReach(d, kReach, kZone / kReach);
}

// The laws that others ease by, as the reference has them.
double byExponential(double d)
{
    return d <= kFrom ? d : kReach - kZone * std::exp(-(d - kFrom) / kZone);
}
double byQuartic(double d)
{
    return d <= kFrom ? d : kFrom + kZone - kZone * 81 / std::pow((d - kFrom) / kZone + 3, 4);
}

// What a derivative jumps by where the zone begins: one-sided differences of second order.
template <class Law>
double slopeJump(Law law)
{
    constexpr double h = 1e-6;
    const auto side = [&](double s) {
        return (-3 * law(kFrom) + 4 * law(kFrom + s) - law(kFrom + 2 * s)) / (2 * s);
    };
    return side(h) - side(-h);
}
template <class Law>
double curvatureJump(Law law)
{
    constexpr double h = 1e-5;
    const auto side = [&](double s) {
        return (2 * law(kFrom) - 5 * law(kFrom + s) + 4 * law(kFrom + 2 * s) - law(kFrom + 3 * s)) /
               (s * s);
    };
    return side(h) - side(-h);
}

}  // namespace

/// How a chain is eased into its full stretch, beside the laws of others.
class TestSoftReach : public QObject {
    Q_OBJECT

private slots:
    void theLawsAreThoseOfTheReference()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto soft = test::ikVectors()["soft_ik"];
        QCOMPARE(number(soft["L"]), kReach);
        QCOMPARE(number(soft["da"]), kFrom);
        for (const auto& row : soft["table"]) {
            const double d = number(row["target_dist"]);
            QVERIFY(std::abs(ours(d) - number(row["tanh_law"])) < 1e-12);
            QVERIFY(std::abs(byExponential(d) - number(row["exp_law"])) < 1e-12);
            QVERIFY(std::abs(byQuartic(d) - number(row["ozz_quartic_law"])) < 1e-12);
        }
    }

    /// On the reference's own numbers: the miss of ours is the least of the laws that never go
    /// past the target, and the quartic goes past it.
    void oursMissesLeastAndNeverOvershoots()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto soft = test::ikVectors()["soft_ik"];
        bool overshot = false;
        for (const auto& row : soft["table"]) {
            const double d = number(row["target_dist"]);
            QVERIFY(ours(d) <= std::min(d, kReach));
            QVERIFY(ours(d) >= number(row["exp_law"]) - 1e-15);
            overshot |= number(row["ozz_quartic_law"]) > d;
        }
        QVERIFY(overshot);
    }

    void oursIsTwiceSmoothAndTheOthersAreNot()
    {
        // The zone's own measure of curvature is 1 / zone.
        QVERIFY(std::abs(slopeJump(ours)) < 1e-6);
        QVERIFY(std::abs(curvatureJump(ours)) < 1e-3 / kZone);
        QVERIFY(std::abs(slopeJump(byExponential)) < 1e-6);
        QVERIFY(std::abs(curvatureJump(byExponential) + 1 / kZone) < 1e-3 / kZone);
        QVERIFY(std::abs(slopeJump(byQuartic) - 1.0 / 3) < 1e-6);
    }

    void theCurvatureChangesNoFasterThanTheLawsThirdDerivative()
    {
        constexpr double h = 1e-4;
        double before = 0;
        for (double d = 0.96; d < 0.98; d += h) {
            const double second = (ours(d + h) - 2 * ours(d) + ours(d - h)) / (h * h);
            // The third derivative is at most 2 / zone^2.
            if (d > 0.96) QVERIFY(std::abs(second - before) < 2.5 / (kZone * kZone) * h);
            before = second;
        }
        QCOMPARE(ik::softReach(5, 1, 0), 5.0);
        QVERIFY(ik::softReach(5, 1, 0.03) <= 1);
    }

    /// The elbow of two equal bones, from the pose: cos = 1 - 2 d^2 where the chain spans d. Before
    /// the zone that is the reference's own number, in it the elbow is straighter by our law.
    void theElbowOpensByTheLaw_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"two-bone", "gauss-newton", "fabrik"}) QTest::newRow(id) << id;
    }
    void theElbowOpensByTheLaw()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        QFETCH(QString, id);
        const auto soft = test::ikVectors()["soft_ik"];
        test::Rig rig = test::rigThrough(test::arcPoints(2, 40));
        rig.goals[0].soft = kZone;
        const Vec3 way = Vec3(1, 2, -0.5).normalized();
        for (const auto& row : soft["table"]) {
            const double d = number(row["target_dist"]);
            rig.goals[0].position = d * way;
            const auto solution =
                ik::solve(*ik::findSolver(id.toStdString()), rig.problem(), {.tolerance = 1e-13});
            std::vector<Vec3> at;
            std::vector<Quat> world;
            ik::forwardKinematics(rig.problem(), solution.rotations, solution.rootPosition, at,
                                  world);
            const double cosine = (at[0] - at[1]).normalized().dot((at[2] - at[1]).normalized());
            const double span = number(row["tanh_law"]);
            QVERIFY2(std::abs(cosine - (1 - 2 * span * span)) < 1e-11,
                     qPrintable(QString::number(cosine - (1 - 2 * span * span))));
            const double theirs = number(row["cos_interior_angle_equal_bones_half_exp"]);
            if (d <= kFrom)
                QVERIFY(std::abs(cosine - theirs) < 1e-11);
            else
                QVERIFY(cosine < theirs + 1e-11);
        }
    }
};

POSEWRIGHT_TEST(TestSoftReach, posewright::test::runPlain);
#include "tst_soft_reach.moc"

#include "core/ik/limits.h"
#include "core/ik/workspace.h"
#include "tests/support/limited_rigs.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

using namespace posewright;
using test::kDegree;
using test::SplitMix64;

namespace {

const ik::Solver& lm()
{
    return *ik::findSolver("lm");
}

QString statusText(const ik::Solution& solution)
{
    const auto name = ik::name(solution.report.status);
    return QString::fromUtf8(name.data(), qsizetype(name.size()));
}

}  // namespace

class TestLm : public QObject {
    Q_OBJECT

private slots:
    void chainsOfConesReachWhatTheyCan_data()
    {
        QTest::addColumn<double>("degrees");
        QTest::newRow("20 degrees") << 20.0;
        QTest::newRow("45 degrees") << 45.0;
        QTest::newRow("90 degrees") << 90.0;
        QTest::newRow("179 degrees") << 179.0;
    }
    void chainsOfConesReachWhatTheyCan()
    {
        QFETCH(double, degrees);
        SplitMix64 random(42);
        ik::Workspace workspace;
        ik::Solution solution;
        for (int i = 0; i < 500; ++i) {
            const test::Rig rig = test::coneRig(degrees, random);
            ik::solve(lm(), rig.problem(), {}, workspace, solution);
            QCOMPARE(statusText(solution), QString("reached"));
            QVERIFY(solution.report.limitViolation <= 1e-9);
        }
    }

    void theReferenceElbowStopsAtItsLimit()
    {
        // Two bones of length 1 that are bent by 60 degrees end the root of 3 away.
        const double best = std::sqrt(3.0) - std::sqrt(2.0);
        if (!test::sharedPath("vectors/ik_vectors.json").isEmpty()) {
            const auto vector = test::ikVectors()["box_limits_2link"];
            QVERIFY(std::abs(test::number(vector["best_error"]) - best) < 1e-12);
        }
        test::Rig rig =
            test::rigThrough({Vec3::Zero(), Vec3(1, 0, 0), Vec3(1.5, std::sqrt(0.75), 0)});
        rig.joints[0].limit = HingeLimit{Vec3::UnitZ(), {-3, 3}};
        rig.joints[1].limit = HingeLimit{Vec3::UnitZ(), {0, 60 * kDegree}};
        rig.goals[0].position = Vec3(std::sqrt(2.0), 0, 0);
        for (const double elbow : {60.0, 30.0, 1.0}) {
            rig.start[1] = fromRotationVector(elbow * kDegree * Vec3::UnitZ());
            const auto solution = ik::solve(lm(), rig.problem());
            QCOMPARE(statusText(solution), QString("limited"));
            const double error = solution.report.goals[0].positionError;
            QVERIFY2(std::abs(error - best) < 1e-9, qPrintable(QString::number(error, 'g', 17)));
            QVERIFY(angleBetween(solution.rotations[1],
                                 fromRotationVector(60 * kDegree * Vec3::UnitZ())) < 1e-9);
            QVERIFY(angleBetween(solution.rotations[0],
                                 fromRotationVector(-30 * kDegree * Vec3::UnitZ())) < 1e-6);
            QCOMPARE(solution.report.activeLimits.size(), std::size_t(1));
            QCOMPARE(solution.report.activeLimits[0].joint, 1);
            QVERIFY(solution.report.activeLimits[0].part == "hinge");
            QCOMPARE(solution.report.activeLimits[0].side, 1);
        }
    }

    void aSlideTravels()
    {
        test::Rig rig = test::rigThrough({Vec3::Zero(), Vec3(1, 0, 0), Vec3(2, 0, 0)});
        rig.joints[1].limit = PrismaticLimit{Vec3::UnitX(), {-0.5, 0.5}};
        for (const double distance : {1.6, 2.0, 2.4}) {
            rig.goals[0].position = Vec3(0, distance, 0);
            const auto solution = ik::solve(lm(), rig.problem());
            QCOMPARE(statusText(solution), QString("reached"));
            QCOMPARE(solution.slides.size(), std::size_t(3));
            QVERIFY(std::abs(solution.slides[1] - (distance - 2)) < 1e-5);
        }
        rig.goals[0].position = Vec3(0, 2.75, 0);
        const auto solution = ik::solve(lm(), rig.problem());
        QCOMPARE(statusText(solution), QString("limited"));
        QVERIFY(std::abs(solution.report.goals[0].positionError - 0.25) < 1e-6);
        QVERIFY(solution.report.activeLimits.size() == 1);
        QVERIFY(solution.report.activeLimits[0].part == "travel");
    }

    void aSolvedPoseIsSolved()
    {
        SplitMix64 random(3);
        for (int i = 0; i < 200; ++i) {
            test::Rig rig = test::coneRig(60, random);
            const auto once = ik::solve(lm(), rig.problem());
            rig.start = once.rotations;
            const auto twice = ik::solve(lm(), rig.problem());
            QCOMPARE(twice.report.iterations, 0);
            for (std::size_t j = 0; j < once.rotations.size(); ++j)
                QCOMPARE(twice.rotations[j].coeffs(), once.rotations[j].coeffs());
        }
    }

    void aStartOutsideItsLimitsEndsInside()
    {
        SplitMix64 random(4);
        for (int i = 0; i < 200; ++i) {
            test::Rig rig = test::coneRig(40, random);
            for (Quat& q : rig.start)
                q = fromRotationVector(
                    Vec3(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)));
            const auto solution = ik::solve(lm(), rig.problem());
            QVERIFY(solution.report.limitViolation <= 1e-9);
            QCOMPARE(statusText(solution), QString("reached"));
        }
    }

    void aStraightLegBendsTheWayItsKneeAllows()
    {
        for (const double side : {-1.0, 1.0}) {
            test::Rig rig = test::rigThrough({Vec3::Zero(), Vec3(1, 0, 0), Vec3(2, 0, 0)});
            rig.joints[1].limit =
                HingeLimit{Vec3::UnitZ(), side > 0 ? Range{0, 2.5} : Range{-2.5, 0}};
            rig.goals[0].position = Vec3(1.2, 0, 0);
            const auto solution = ik::solve(lm(), rig.problem());
            QCOMPARE(statusText(solution), QString("reached"));
            QVERIFY(solution.report.degenerateStart);
            QVERIFY(side * rotationVector(solution.rotations[1]).z() > 0.5);
        }
    }
};

POSEWRIGHT_TEST(TestLm, posewright::test::runPlain);
#include "tst_lm.moc"

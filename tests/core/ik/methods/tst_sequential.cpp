#include "core/ik/limits.h"
#include "core/ik/workspace.h"
#include "tests/support/humanoid.h"
#include "tests/support/limit_measure.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <ctime>

using namespace posewright;

namespace {

/// Of this thread: what other programs do meanwhile does not count. [us]
double threadTime()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

}  // namespace

/// A humanoid with a moving root and six effectors.
class TestSequential : public QObject {
    Q_OBJECT

private slots:
    void everyReachableEffectorIsReached()
    {
        test::Humanoid h = test::humanoid();
        QVERIFY(h.rig.joints.size() >= 17);
        ik::Workspace workspace;
        ik::Solution solution;
        const ik::Solver& solver = *ik::findSolver("sequential");
        long iterations = 0;
        double worst = 0;
        constexpr int kCount = 500;
        test::SplitMix64 random(5);
        ik::Settings settings;
        settings.tolerance = 1e-5;
        int inOne = 0;
        for (int i = 0; i < kCount; ++i) {
            test::poseGoals(h, random, 0.6);
            ik::solve(solver, h.rig.problem(), settings, workspace, solution);
            for (const auto& goal : solution.report.goals)
                worst = std::max(worst, goal.positionError);
            iterations += solution.report.iterations;
            inOne += solution.report.iterations == 1;
            QCOMPARE(solution.report.status, ik::Status::Reached);
        }
        qInfo("worst %g m, mean %.2f iterations, %d of %d by the parts alone", worst,
              double(iterations) / kCount, inOne, kCount);
        QVERIFY(worst <= 1e-4);
    }

    /// A shot: the frames of a figure that is animated, each solved from its rest pose.
    /// Microseconds are for tests/bars; here, in any build, a frame costs less than by the default
    /// solver, which knows no parts, in four iterations.
    void aFrameTakesMicroseconds()
    {
        test::Humanoid h = test::humanoid();
        ik::Workspace workspace;
        ik::Solution solution;
        std::vector<std::vector<ik::Goal>> frames;
        test::SplitMix64 random(6);
        for (int i = 0; i < 200; ++i) {
            test::poseGoals(h, random, 0.3);
            frames.push_back(h.rig.goals);
        }
        long iterations = 0;
        const auto run = [&](const char* id) {
            iterations = 0;
            const auto since = threadTime();
            for (const auto& goals : frames) {
                h.rig.goals = goals;
                ik::solve(*ik::findSolver(id), h.rig.problem(), {.tolerance = 1e-4}, workspace,
                          solution);
                iterations += solution.report.iterations;
            }
            return (threadTime() - since) / double(frames.size());
        };
        double sequential = 1e300;
        double whole = 1e300;
        for (int round = 0; round < 9; ++round) {
            whole = std::min(whole, run("gauss-newton"));
            sequential = std::min(sequential, run("sequential"));
        }
        const double mean = double(iterations) / double(frames.size());
        qInfo("sequential %.2f us a frame in %.2f iterations, gauss-newton %.2f us", sequential,
              mean, whole);
        QVERIFY(mean < 5);
        QVERIFY(sequential < whole);
    }

    void limitsAreKept()
    {
        test::Humanoid h = test::humanoid();
        for (auto& joint : h.rig.joints) {
            BoxLimit box;
            box.range.fill({-1.0, 1.0});
            joint.limit = box;
        }
        for (std::size_t j = 0; j < h.rig.joints.size(); ++j) h.rig.joints[j].rest = h.rig.start[j];
        test::SplitMix64 random(7);
        int reached = 0;
        constexpr int kCount = 50;
        ik::Settings settings;
        settings.tolerance = 1e-4;
        for (int i = 0; i < kCount; ++i) {
            test::poseGoals(h, random, 0.4);
            const auto solution =
                ik::solve(*ik::findSolver("sequential"), h.rig.problem(), settings);
            reached += solution.report.status == ik::Status::Reached;
            for (std::size_t j = 0; j < h.rig.joints.size(); ++j)
                QVERIFY(test::violationOf(h.rig.joints[j], solution.rotations[j]) <= 1e-9);
        }
        qInfo("%d of %d reached under limits", reached, kCount);
        QCOMPARE(reached, kCount);
    }
};

POSEWRIGHT_TEST(TestSequential, posewright::test::runPlain);
#include "tst_sequential.moc"

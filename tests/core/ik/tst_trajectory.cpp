#include "core/ik/limits.h"
#include "core/ik/trajectory.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"

#include <QTest>

#include <chrono>

using namespace posewright;

namespace {

/// Frames of one chain that follows a target along a path with a corner.
struct Shot {
    std::vector<test::Rig> rigs;

    std::vector<ik::Problem> problems() const
    {
        std::vector<ik::Problem> all;
        for (const auto& rig : rigs) all.push_back(rig.problem());
        return all;
    }
};

Shot shot(int frames, int bones, const std::function<void(test::Rig&)>& dress = {})
{
    Shot out;
    for (int f = 0; f < frames; ++f) {
        test::Rig rig = test::rigThrough(test::arcPoints(bones, 60.0 / bones));
        if (dress) dress(rig);
        const double t = f / (frames - 1.0);
        // Straight up, then straight back: the target turns the corner within one frame.
        rig.goals[0].position = t < 0.5 ? Vec3(0.4, 0.2 + t, 0.1) : Vec3(0.9 - t, 0.7, 0.1);
        out.rigs.push_back(rig);
    }
    return out;
}

double worstError(const ik::Trajectory& trajectory)
{
    double worst = 0;
    for (const auto& frame : trajectory.frames)
        worst = std::max(worst, frame.report.goals[0].positionError);
    return worst;
}

}  // namespace

/// All frames of a range at once.
class TestTrajectory : public QObject {
    Q_OBJECT

private slots:
    void followsTheTarget()
    {
        const Shot s = shot(61, 4);
        const auto problems = s.problems();
        ik::TrajectorySettings settings;
        settings.smoothness = 1e-6;
        settings.closeness = 1e-9;
        settings.maxIterations = 600;  // weights so small leave a flat valley
        const ik::Trajectory solved = ik::solveTrajectory(problems, settings);
        QCOMPARE(solved.status, ik::Status::Reached);
        qInfo("worst error %g, acceleration %g rad, %d iterations", worstError(solved),
              solved.acceleration, solved.iterations);
        QVERIFY(worstError(solved) < 1e-3);
    }

    void smoothnessIsBoughtWithError()
    {
        const Shot s = shot(61, 4);
        const auto problems = s.problems();
        double error = 0;
        double acceleration = 1e300;
        for (double weight : {1e-6, 1e-3, 1e-1, 10.0}) {
            ik::TrajectorySettings settings;
            settings.smoothness = weight;
            const ik::Trajectory solved = ik::solveTrajectory(problems, settings);
            qInfo("weight %g: error %g, acceleration %g", weight, worstError(solved),
                  solved.acceleration);
            QVERIFY(worstError(solved) >= error * 0.999);
            QVERIFY(solved.acceleration <= acceleration * 1.001);
            error = worstError(solved);
            acceleration = solved.acceleration;
        }
        QVERIFY(acceleration < 0.01);
    }

    void limitsAreKept()
    {
        const Shot s = shot(41, 4, [](test::Rig& rig) {
            for (auto& joint : rig.joints) joint.limit = HingeLimit{Vec3::UnitZ(), {-0.2, 0.9}};
        });
        const auto problems = s.problems();
        const ik::Trajectory solved = ik::solveTrajectory(problems);
        QVERIFY(solved.status != ik::Status::Invalid);
        for (const auto& frame : solved.frames)
            for (std::size_t j = 0; j < frame.rotations.size(); ++j)
                QVERIFY(ik::localViolation(s.rigs[0].joints[j], frame.rotations[j]) <= 1e-9);
    }

    void isTheSameTwice()
    {
        const Shot s = shot(31, 3);
        const auto problems = s.problems();
        const auto once = ik::solveTrajectory(problems);
        const auto twice = ik::solveTrajectory(problems);
        for (std::size_t f = 0; f < once.frames.size(); ++f)
            for (std::size_t j = 0; j < once.frames[f].rotations.size(); ++j)
                QVERIFY(once.frames[f].rotations[j].coeffs() ==
                        twice.frames[f].rotations[j].coeffs());
    }

    void costGrowsWithTheFramesOnly()
    {
        const auto time = [](int frames) {
            const Shot s = shot(frames, 4);
            const auto problems = s.problems();
            ik::TrajectorySettings settings;
            settings.maxIterations = 2;
            double least = 1e300;
            for (int run = 0; run < 3; ++run) {
                const auto since = std::chrono::steady_clock::now();
                (void)ik::solveTrajectory(problems, settings);
                least = std::min(least, std::chrono::duration<double, std::milli>(
                                            std::chrono::steady_clock::now() - since)
                                            .count());
            }
            return least;
        };
        qInfo("100 frames %.1f ms, 400 frames %.1f ms", time(100), time(400));
    }

    void refusesFramesOfTwoFigures()
    {
        const Shot a = shot(2, 3);
        const Shot b = shot(2, 4);
        const std::vector<ik::Problem> mixed{a.rigs[0].problem(), b.rigs[0].problem()};
        const auto solved = ik::solveTrajectory(mixed);
        QCOMPARE(solved.status, ik::Status::Invalid);
        QVERIFY(!solved.message.empty());
        QCOMPARE(ik::solveTrajectory({}).status, ik::Status::Invalid);
    }
};

QTEST_APPLESS_MAIN(TestTrajectory)
#include "tst_trajectory.moc"

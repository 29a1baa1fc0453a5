#include "core/ik/batch/trajectory_pole.h"
#include "core/ik/limits.h"
#include "core/ik/trajectory.h"
#include "core/math/rotation.h"
#include "tests/core/ik/batch/corner_shot.h"
#include "tests/support/humanoid.h"
#include "tests/support/ik_sets.h"
#include "tests/support/limit_measure.h"
#include "tests/support/program.h"

#include <QTest>

#include <chrono>
#include <ctime>

using namespace posewright;
using namespace posewright::test::corner;

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
                QVERIFY(test::violationOf(s.rigs[0].joints[j], frame.rotations[j]) <= 1e-9);
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

    /// Per frame and system of equations: four times the frames must not cost each of them more.
    void costGrowsWithTheFramesOnly()
    {
        const auto time = [](int frames) {
            const Shot s = shot(frames, 4);
            const auto problems = s.problems();
            ik::TrajectorySettings settings;
            settings.maxIterations = 2;
            double least = 1e300;
            for (int run = 0; run < 5; ++run) {
                // Time of this process, whatever else the machine does.
                const std::clock_t since = std::clock();
                const ik::Trajectory solved = ik::solveTrajectory(problems, settings);
                const double took = 1e6 * double(std::clock() - since) / CLOCKS_PER_SEC;
                least = std::min(least, took / (frames * solved.systems));
            }
            return least;
        };
        const double few = time(100);
        const double many = time(400);
        qInfo("a frame of 100: %.1f us, of 400: %.1f us", few, many);
        QVERIFY(many <= 1.5 * few);
    }

    /// What is missed for smoothness is not called reached, and the distance is that of the pose.
    void missesAreSaid()
    {
        const Shot s = shot(61, 4);
        const auto problems = s.problems();
        ik::TrajectorySettings settings;
        settings.smoothness = 10;
        const ik::Trajectory solved = ik::solveTrajectory(problems, settings);
        int softened = 0;
        for (std::size_t f = 0; f < problems.size(); ++f) {
            const ik::Solution& frame = solved.frames[f];
            std::vector<Vec3> positions;
            std::vector<Quat> rotations;
            ik::forwardKinematics(problems[f], frame.rotations, frame.rootPosition, positions,
                                  rotations);
            const ik::Goal& goal = problems[f].goals[0];
            const double error = (positions[goal.effector] - goal.position).norm();
            QCOMPARE(frame.report.goals[0].positionError, error);
            const double length = ik::reach(problems[f], goal);
            QCOMPARE(frame.report.goals[0].status,
                     error <= 1e-6 * length ? ik::Status::Reached : ik::Status::Softened);
            QCOMPARE(frame.report.status, frame.report.goals[0].status);
            softened += frame.report.status == ik::Status::Softened ? 1 : 0;
        }
        QVERIFY(softened > 30);
    }

    void whatIsOutOfReachIsUnreachable()
    {
        Shot s = shot(21, 4);
        for (int f = 8; f < 12; ++f) s.rigs[f].goals[0].position *= 3;
        const auto problems = s.problems();
        const ik::Trajectory solved = ik::solveTrajectory(problems);
        for (int f = 8; f < 12; ++f) {
            const ik::GoalReport& report = solved.frames[f].report.goals[0];
            QCOMPARE(report.status, ik::Status::Unreachable);
            QVERIFY(report.positionError > 0.5);
        }
    }

    void limitsInTheWayAreSaid()
    {
        const Shot s = shot(31, 4, [](test::Rig& rig) {
            for (auto& joint : rig.joints) joint.limit = HingeLimit{Vec3::UnitZ(), {-0.1, 0.1}};
        });
        const auto problems = s.problems();
        const ik::Trajectory solved = ik::solveTrajectory(problems);
        int limited = 0;
        for (const ik::Solution& frame : solved.frames) {
            QVERIFY(frame.report.limitViolation <= 1e-9);
            if (frame.report.status != ik::Status::Limited) continue;
            ++limited;
            QVERIFY(frame.report.goals[0].positionError > 1e-3);
        }
        QVERIFY(limited > 20);
    }

    /// The bend is in the pole's half plane wherever smoothness does not hold it back.
    void polesAreFollowed()
    {
        const Shot s = shot(61, 4, [](test::Rig& rig) { rig.goals[0].pole = Vec3(0.2, 0.3, 2); });
        const auto problems = s.problems();
        ik::TrajectorySettings settings;
        settings.smoothness = 1e-4;
        const ik::Trajectory solved = ik::solveTrajectory(problems, settings);
        const ik::Trajectory without = [&] {
            Shot none = s;
            for (auto& rig : none.rigs) rig.goals[0].pole.reset();
            const auto free = none.problems();
            return ik::solveTrajectory(free, settings);
        }();
        const auto worst = [&](const ik::Trajectory& trajectory) {
            double most = 0;
            for (std::size_t f = 0; f < problems.size(); ++f) {
                std::vector<Vec3> positions;
                std::vector<Quat> rotations;
                ik::forwardKinematics(problems[f], trajectory.frames[f].rotations,
                                      trajectory.frames[f].rootPosition, positions, rotations);
                most = std::max(most, std::abs(ik::poleLack(positions, Vec3(0.2, 0.3, 2), 1)));
            }
            return most;
        };
        qInfo("off the pole's half plane by %g, without it by %g", worst(solved), worst(without));
        QVERIFY(worst(solved) < 0.01);
        QVERIFY(worst(without) > 0.1);
        QVERIFY(worstError(solved) < 0.01);
    }

    void aPinnedJointStays()
    {
        const Shot s = shot(41, 6, [](test::Rig& rig) {
            ik::Goal pin;
            pin.effector = 2;
            std::vector<Vec3> positions;
            std::vector<Quat> rotations;
            ik::forwardKinematics(rig.problem(), rig.start, rig.joints[0].offset, positions,
                                  rotations);
            pin.position = positions[2];
            pin.pinned = true;
            rig.goals.push_back(pin);
        });
        const auto problems = s.problems();
        const ik::Trajectory solved = ik::solveTrajectory(problems);
        double most = 0;
        for (const auto& frame : solved.frames)
            most = std::max(most, frame.report.goals[1].positionError);
        qInfo("the pin gives way by %g", most);
        QVERIFY(most < 1e-3);
    }

    void aStretchMakesUpForWhatIsMissed()
    {
        const Shot s = shot(41, 4, [](test::Rig& rig) { rig.goals[0].stretch = 0.2; });
        const auto problems = s.problems();
        const Shot stiff = shot(41, 4);
        const auto without = stiff.problems();
        ik::TrajectorySettings settings;
        settings.smoothness = 10;
        const ik::Trajectory solved = ik::solveTrajectory(problems, settings);
        const ik::Trajectory plain = ik::solveTrajectory(without, settings);
        QCOMPARE(solved.frames[20].stretches.size(), problems[20].joints.size());
        QVERIFY(worstError(solved) < worstError(plain));
    }

    void itLooksWhereItShould()
    {
        const Shot s = shot(41, 3, [](test::Rig& rig) {
            const Vec3 at = rig.goals[0].position;
            rig.goals[0].kind = Aim{Vec3::UnitX()};
            rig.goals[0].position = at + Vec3(1, 1, 0);
        });
        const auto problems = s.problems();
        ik::TrajectorySettings settings;
        settings.smoothness = 1e-3;
        const ik::Trajectory solved = ik::solveTrajectory(problems, settings);
        QVERIFY(solved.status != ik::Status::Invalid);
        for (const auto& frame : solved.frames) {
            QCOMPARE(frame.report.goals[0].positionError, 0.0);
            QVERIFY(frame.report.goals[0].orientationError < 0.02);
        }
    }

    void goalsMayComeAndGo()
    {
        Shot s = shot(41, 4);
        for (int f = 10; f < 20; ++f) s.rigs[f].goals.clear();
        const auto problems = s.problems();
        const ik::Trajectory solved = ik::solveTrajectory(problems);
        QVERIFY(solved.status != ik::Status::Invalid);
        for (int f = 10; f < 20; ++f)
            for (std::size_t j = 0; j < problems[f].start.size(); ++j)
                QVERIFY(solved.frames[f].rotations[j].coeffs() == problems[f].start[j].coeffs());
        QVERIFY(solved.frames[5].report.goals[0].positionError < 0.05);
    }

    void theEndsStayIfHeld()
    {
        const Shot s = shot(41, 4);
        const auto problems = s.problems();
        ik::TrajectorySettings settings;
        settings.smoothness = 10;
        settings.heldEnds = true;
        const ik::Trajectory solved = ik::solveTrajectory(problems, settings);
        QCOMPARE(solved.frames.front().report.status, ik::Status::Reached);
        QCOMPARE(solved.frames.back().report.status, ik::Status::Reached);
        QCOMPARE(solved.frames[20].report.status, ik::Status::Softened);
    }

    void canBeCancelledAndTellsHowFarItIs()
    {
        const Shot s = shot(61, 4);
        const auto problems = s.problems();
        std::vector<double> told;
        ik::TrajectorySettings settings;
        settings.observer = [&](double share) {
            told.push_back(share);
            return true;
        };
        QVERIFY(ik::solveTrajectory(problems, settings).status != ik::Status::Cancelled);
        QVERIFY(told.size() > 100);
        QVERIFY(std::ranges::is_sorted(told));
        QVERIFY(told.front() >= 0 && told.back() <= 1);
        for (const std::size_t calls : {std::size_t(10), told.size() / 2}) {
            std::size_t called = 0;
            settings.observer = [&](double) { return ++called < calls; };
            const ik::Trajectory stopped = ik::solveTrajectory(problems, settings);
            QCOMPARE(stopped.status, ik::Status::Cancelled);
            QCOMPARE(called, calls);
            for (const auto& frame : stopped.frames)
                QCOMPARE(frame.report.status, ik::Status::Cancelled);
        }
    }

    void whatIsTooMuchIsRefused()
    {
        const Shot s = shot(2, 60);
        std::vector<ik::Problem> problems;
        std::vector<ik::Solution> begin;
        for (int f = 0; f < 400; ++f) {
            problems.push_back(s.rigs[0].problem());
            begin.push_back(ik::solve(ik::defaultSolver(problems[0]), problems[0]));
        }
        const ik::Trajectory solved = ik::solveTrajectory(problems, {}, begin);
        QCOMPARE(solved.status, ik::Status::Invalid);
        QVERIFY(solved.message.find("too much") != std::string::npos);
    }

    void aWholeFigureIsSolved_data()
    {
        QTest::addColumn<bool>("limited");
        QTest::newRow("free") << false;
        QTest::newRow("limited") << true;
    }
    /// All effectors of a body that moves its root, in one solve. Many targets are out of reach of
    /// limbs that are nearly straight.
    void aWholeFigureIsSolved()
    {
        QFETCH(bool, limited);
        constexpr int kFrames = 240;
        std::vector<test::Humanoid> figures;
        for (int f = 0; f < kFrames; ++f) {
            test::Humanoid h = test::humanoid();
            for (std::size_t j = 0; limited && j < h.rig.joints.size(); ++j) {
                BoxLimit box;
                box.range.fill({-1.0, 1.0});
                h.rig.joints[j].limit = box;
                h.rig.joints[j].rest = h.rig.start[j];
            }
            std::vector<Vec3> at;
            std::vector<Quat> world;
            ik::forwardKinematics(h.rig.problem(), h.rig.start, h.rig.joints[0].offset, at, world);
            for (std::size_t g = 0; g < h.rig.goals.size(); ++g) {
                const double t = 0.08 * f + double(g);
                h.rig.goals[g].position =
                    at[h.rig.goals[g].effector] +
                    0.06 * Vec3(std::sin(t), std::cos(1.3 * t), std::sin(2 * t));
            }
            figures.push_back(std::move(h));
        }
        std::vector<ik::Problem> problems;
        for (const auto& h : figures) problems.push_back(h.rig.problem());
        ik::TrajectorySettings settings;
        settings.closeness = 1e-5;
        const auto since = std::chrono::steady_clock::now();
        const ik::Trajectory solved = ik::solveTrajectory(problems, settings);
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - since;
        double miss = 0;
        for (const auto& frame : solved.frames)
            for (const auto& goal : frame.report.goals) miss = std::max(miss, goal.positionError);
        qInfo("%d frames of 19 joints and 6 goals: %.0f ms, %.0f us a frame, %d iterations, %d "
              "systems, missed by %.4f m at most",
              kFrames, took.count(), 1000 * took.count() / kFrames, solved.iterations,
              solved.systems, miss);
        QCOMPARE(solved.status, ik::Status::Reached);
        QVERIFY(solved.iterations < 45);
        QCOMPARE(solved.systems, solved.iterations);  // no step was too long
        QVERIFY(miss < 0.1);
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

POSEWRIGHT_TEST(TestTrajectory, posewright::test::runPlain);
#include "tst_trajectory.moc"

#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/bench/ik/row.h"
#include "tests/bench/ik/rows.h"
#include "tests/support/bounded_arm.h"

#include <numbers>

namespace posewright::bench {
namespace {

constexpr int kCount = 10000;
constexpr int kLeast = 1000;  // of the arm: its 99th percentile is a bar

/// S5: nine bones under cones, goals from poses inside them.
void underCones(benchmark::State& state, const ik::Solver& solver, double degrees, double tolerance)
{
    const double opening = degrees * std::numbers::pi / 180;
    test::Rig rig = test::rigThrough(test::arcPoints(9, 0));
    ConeLimit cone;
    cone.axis = Vec3::UnitX();
    cone.up = Vec3::UnitY();
    cone.angles.fill(opening);
    cone.twist = {-0.5, 0.5};
    for (auto& joint : rig.joints) joint.limit = cone;
    const ik::Problem problem = rig.problem();
    test::SplitMix64 random(42);
    std::vector<Vec3> targets;
    std::vector<Quat> pose(10, Quat::Identity());
    std::vector<Vec3> at;
    std::vector<Quat> world;
    for (int i = 0; i < kCount; ++i) {
        for (Quat& q : pose) {
            const double way = random.uniform(0, 2 * std::numbers::pi);
            q = fromRotationVector(opening * random.uniform() *
                                   Vec3(0, std::cos(way), std::sin(way)));
        }
        ik::forwardKinematics(problem, pose, Vec3::Zero(), at, world);
        targets.push_back(at.back());
    }
    ik::Settings settings;
    settings.tolerance = tolerance;
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        Row row;
        row.run(kCount, rig.joints, [&](int i) -> const ik::Solution& {
            rig.goals[0].position = targets[i];
            ik::solve(solver, problem, settings, workspace, solution);
            return solution;
        });
        row.report(state);
    }
}

/// S7: seven hinges with bounds.
void onBoundedArm(benchmark::State& state, const ik::Solver& solver, bool whole)
{
    test::BoundedArm arm = test::boundedArm();
    test::SplitMix64 random(42);
    std::vector<ik::Goal> goals;
    for (int i = 0; i < kCount; ++i) {
        test::poseGoal(arm, random, whole);
        goals.push_back(arm.rig.goals[0]);
    }
    const ik::Settings settings = test::boundedArmSettings(arm);
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        const auto solve = [&](int i) -> const ik::Solution& {
            arm.rig.goals[0] = goals[i];
            ik::solve(solver, arm.rig.problem(), settings, workspace, solution);
            return solution;
        };
        Row row;
        row.run(kCount, arm.rig.joints, solve, kLeast);
        row.report(state);
        row.reportTail(state, solve);
    }
}

}  // namespace

void addLimited(const ik::Solver& solver)
{
    if (!solver.abilities.limits) return;
    const std::string id(solver.id);
    for (double degrees : {20.0, 45.0, 90.0}) {
        const std::string name = id + "/S5/" + std::to_string(int(degrees));
        add(name, underCones, solver, degrees, 1e-3);
        add(name + "/1.1e-6", underCones, solver, degrees, 1.1e-6);
    }
    add(id + "/S7/position", onBoundedArm, solver, false);
    if (solver.abilities.orientation) add(id + "/S7/pose", onBoundedArm, solver, true);
}

}  // namespace posewright::bench

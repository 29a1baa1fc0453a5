#include "core/ik/workspace.h"
#include "tests/bench/ik/row.h"
#include "tests/bench/ik/rows.h"
#include "tests/support/humanoid.h"
#include "tests/support/paper_models.h"

namespace posewright::bench {
namespace {

constexpr int kFrames = 2000;
constexpr int kLeast = 200;  // frames: how often a body is met is a bar

using Frames = std::vector<std::vector<ik::Goal>>;

void onGoals(benchmark::State& state, const ik::Solver& solver, test::Rig& rig,
             const Frames& frames, double tolerance)
{
    ik::Settings settings;
    settings.tolerance = tolerance;
    settings.maxIterations = 1000;
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        Row row;
        const auto solve = [&](int i) -> const ik::Solution& {
            std::copy(frames[i].begin(), frames[i].end(), rig.goals.begin());
            ik::solve(solver, rig.problem(), settings, workspace, solution);
            return solution;
        };
        row.run(kFrames, rig.joints, solve, kLeast);
        row.report(state);
    }
}

/// A figure of 19 joints, six effectors and a moving root.
void onHumanoid(benchmark::State& state, const ik::Solver& solver)
{
    test::Humanoid h = test::humanoid();
    test::SplitMix64 random(42);
    Frames frames;
    for (int i = 0; i < kFrames; ++i) {
        test::poseGoals(h, random, 0.3);
        frames.push_back(h.rig.goals);
    }
    onGoals(state, solver, h.rig, frames, 1e-4);
}

/// Two goals of the Y that its arms cannot span, alike and one three times as heavy: what is left
/// of them by weight, as a share of the least that can be.
void inConflict(benchmark::State& state, const ik::Solver& solver)
{
    for (auto _ : state) {
        double share = 0;
        int most = 0;
        for (const double weight : {1.0, 3.0}) {
            test::Rig rig = test::yModel();
            rig.goals[0].position = Vec3(-0.5, 0.3, 0);
            rig.goals[1].position = Vec3(0.5, 0.3, 0.05);
            rig.goals[1].weight = weight;
            const ik::Solution solution = ik::solve(solver, rig.problem());
            const auto left = [&](int goal) {
                const double error = solution.report.goals[goal].positionError;
                return rig.goals[goal].weight * error * error;
            };
            // Both arms straight on one line: the gap is shared against the weights.
            const double gap =
                (rig.goals[1].position - rig.goals[0].position).norm() - 2 * test::kYArm;
            const double least = weight / (1 + weight) * gap * gap;
            share = std::max(share, (left(0) + left(1)) / least);
            most = std::max(most, solution.report.iterations);
        }
        state.counters["x_optimum"] = share;
        state.counters["max_iterations"] = most;
    }
}

/// The paper's Y and hand, at poses that can be reached.
void onModel(benchmark::State& state, const ik::Solver& solver, test::Rig rig)
{
    test::SplitMix64 random(42);
    Frames frames;
    for (int i = 0; i < kFrames; ++i) {
        test::aimAtPose(rig, random, 0.5);
        frames.push_back(rig.goals);
    }
    onGoals(state, solver, rig, frames, 1e-3);
}

}  // namespace

void addBodies(const ik::Solver& solver)
{
    if (solver.abilities.goals < 2) return;
    const std::string id(solver.id);
    add(id + "/S6/Y", onModel, solver, test::yModel());
    add(id + "/S6/hand", onModel, solver, test::handModel());
    add(id + "/S6/conflict", inConflict, solver);
    if (solver.abilities.rootMoves) add(id + "/S6/humanoid", onHumanoid, solver);
}

}  // namespace posewright::bench

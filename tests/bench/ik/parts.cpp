#include "core/ik/methods/fabrik.h"
#include "core/ik/methods/triangulation.h"
#include "core/ik/model/chain.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/steps/fabrik_points.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/bench/ik/floors.h"
#include "tests/bench/ik/read_chain.h"
#include "tests/bench/ik/row.h"
#include "tests/bench/ik/rows.h"
#include "tests/support/ik_sets.h"

#include <array>

namespace posewright::bench {
namespace {

constexpr int kRuns = 9;
constexpr int kTargets = 2000;

/// The mean of solve(target) over a set. [ns]
template <class Solve>
BesideUnit meanOver(const std::vector<Vec3>& targets, Solve solve)
{
    BesideUnit mean = besideUnit(kRuns, [&] {
        for (const Vec3& target : targets) solve(target);
    });
    mean.time /= static_cast<double>(targets.size());
    return mean;
}

void report(benchmark::State& state, const BesideUnit& mean)
{
    state.counters["ns"] = mean.time;
    state.counters["U"] = mean.time / mean.unit;
}

/// The pass itself, without reading the rig and writing rotations: what its bar speaks of.
void triangulationAlone(benchmark::State& state)
{
    ReadChain read;
    const auto targets = test::shellTargets(0.05, 0.95, kTargets);
    for (auto _ : state)
        report(state, meanOver(targets, [&](const Vec3& target) {
                   read.reset();
                   triangulate(read.problem, read.workspace.of<ik::Chain>(), target);
                   benchmark::DoNotOptimize(read);
               }));
}

/// FABRIK's iteration and the finish, from directions to points: no reading of the rig, no
/// rotations, no report.
void fabrikAlone(benchmark::State& state, double from, double to, double tolerance)
{
    ReadChain read;
    const auto targets = test::shellTargets(from, to, kTargets);
    ik::Settings settings;
    settings.tolerance = tolerance;
    ik::Goal goal = read.rig.goals[0];
    ik::Solution out;
    std::vector<Vec3> points;
    for (auto _ : state) {
        double iterations = 0;
        double worst = 0;
        const auto solve = [&](const Vec3& target) {
            read.reset();
            out.report.iterations = 0;
            goal.position = target;
            const auto outcome =
                ik::solveFabrikChain(read.problem, goal, settings, read.workspace, out);
            toPoints(read.workspace.of<ik::Chain>(), points);
            benchmark::DoNotOptimize(points);
            return outcome.iterations;
        };
        for (const Vec3& target : targets) {
            iterations += solve(target);
            worst = std::max(worst, (points.back() - target).norm());
        }
        state.counters["success_percent"] = worst <= tolerance ? 100 : 0;
        state.counters["mean_iterations"] = iterations / kTargets;
        report(state, meanOver(targets, solve));
    }
}

/// A goal that is met at the start: what every solve costs beside its method. Reading the rig,
/// checking it, writing rotations, measuring errors.
void besideTheMethod(benchmark::State& state)
{
    test::Rig rig = test::rigThrough(test::arcPoints(9));
    const ik::Problem problem = rig.problem();
    const ik::Solver& solver = *ik::findSolver("fabrik");
    ik::Workspace workspace;
    ik::Solution solution;
    const std::vector<Vec3> targets(kTargets, test::arcPoints(9).back());
    for (auto _ : state) {
        report(state, meanOver(targets, [&](const Vec3& target) {
                   rig.goals[0].position = target;
                   ik::solve(solver, problem, {}, workspace, solution);
                   benchmark::DoNotOptimize(solution);
               }));
        state.counters["mean_iterations"] = solution.report.iterations;
    }
}

/// What of a solve under cones goes into its report: listing the limits that the pose touches, and
/// measuring errors, which any answer needs. [%]
void reportOfASolve(benchmark::State& state)
{
    test::Rig rig = test::rigThrough(test::arcPoints(9));
    for (std::size_t j = 1; j + 1 < rig.joints.size(); ++j) {
        rig.joints[j].rest = rig.start[j];
        rig.joints[j].limit =
            ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {0.8, 0.8, 0.8, 0.8}, {-0.5, 0.5}};
    }
    const ik::Problem problem = rig.problem();
    const ik::Solver& solver = *ik::findSolver("lm");
    const auto targets = test::shellTargets(0.05, 0.95, 500);
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        const BesideUnit whole = meanOver(targets, [&](const Vec3& target) {
            rig.goals[0].position = target;
            ik::solve(solver, problem, {}, workspace, solution);
        });
        const BesideUnit limits = meanOver(targets, [&](const Vec3&) {
            solution.report.activeLimits.clear();
            ik::measureLimits(problem, workspace.of<ik::LimitSet>(), solution);
        });
        const BesideUnit errors = meanOver(targets, [&](const Vec3&) {
            ik::forwardKinematics(problem, solution.rotations, solution.rootPosition,
                                  workspace.positions, workspace.worldRotations);
        });
        state.counters["limits_percent"] = 100 * limits.time / whole.time;
        state.counters["errors_percent"] = 100 * errors.time / whole.time;
    }
}

/// A line through the times of sets that need different numbers of iterations, each error weighed
/// by its time: the slope is what one more iteration costs, the rest is what a solve costs beside.
struct Line {
    double slope = 0;
    double beside = 0;
};
Line through(std::span<const double> iterations, std::span<const double> times)
{
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double weight = 1 / (times[i] * times[i]);
        w += weight;
        x += weight * iterations[i];
        y += weight * times[i];
        xx += weight * iterations[i] * iterations[i];
        xy += weight * iterations[i] * times[i];
    }
    const double slope = (w * xy - x * y) / (w * xx - x * x);
    return {slope, (y - slope * x) / w};
}

/// The published loop: `solve(target, tolerance)` gives the iterations. [U]
template <class Solve>
void textbookIterations(benchmark::State& state, Solve solve)
{
    struct Set {
        double from, to, tolerance;
        int targets;
    };
    constexpr std::array<Set, 6> kSets{{{0.05, 0.95, 1e-2, 1000},
                                        {0.05, 0.95, 1e-3, 1000},
                                        {0.05, 0.95, 1e-4, 1000},
                                        {0.05, 0.95, 1e-5, 1000},
                                        {0.05, 0.95, 1.1e-6, 1000},
                                        {0.99, 0.9999, 1e-3, 200}}};
    std::array<double, kSets.size()> iterations{};
    std::array<double, kSets.size()> times{};
    for (std::size_t i = 0; i < kSets.size(); ++i) {
        const Set& set = kSets[i];
        const auto targets = test::shellTargets(set.from, set.to, set.targets);
        for (const Vec3& target : targets) iterations[i] += solve(target, set.tolerance);
        iterations[i] /= set.targets;
        const BesideUnit mean =
            meanOver(targets, [&](const Vec3& target) { solve(target, set.tolerance); });
        times[i] = mean.time / mean.unit;
    }
    const Line line = through(iterations, times);
    state.counters["U_one_more"] = line.slope;
    state.counters["U_beside"] = line.beside;
    state.counters["U_all_in_ball"] = times[1] / iterations[1];
    state.counters["U_all_in_tight"] = times[4] / iterations[4];
    state.counters["U_all_in_extension"] = times[5] / iterations[5];
}

void textbookSolves(benchmark::State& state)
{
    test::Rig rig = test::rigThrough(test::arcPoints(9));
    const ik::Problem problem = rig.problem();
    const ik::Solver& solver = *ik::findSolver("fabrik-textbook");
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state)
        textbookIterations(state, [&](const Vec3& target, double tolerance) {
            rig.goals[0].position = target;
            ik::solve(solver, problem, {.maxIterations = 100000, .tolerance = tolerance}, workspace,
                      solution);
            return solution.report.iterations;
        });
}

void textbookPoints(benchmark::State& state)
{
    const auto start = test::arcPoints(9);
    const std::vector<double> lengths(9, 1.0 / 9);
    std::vector<Vec3> points;
    for (auto _ : state)
        textbookIterations(state, [&](const Vec3& target, double tolerance) {
            points = start;
            return ik::reachByFabrik(points, lengths, target, tolerance, 100000).iterations;
        });
}

void floorOfTwoBones(benchmark::State& state)
{
    const auto targets = test::shellTargets(0.05, 0.95, kTargets);
    for (auto _ : state)
        report(state, meanOver(targets, [&](const Vec3& target) {
                   benchmark::DoNotOptimize(
                       twoBoneFloor(0.5, 0.5, target, anyPerpendicular(target.normalized())));
               }));
}

}  // namespace

void addParts()
{
    add("triangulation/alone", triangulationAlone);
    add("floor/two-bone", floorOfTwoBones);
    add("solve/beside-the-method", besideTheMethod);
    add("report/of-a-solve", reportOfASolve);
    add("fabrik/alone/S1/1e-3", fabrikAlone, 0.05, 0.95, 1e-3);
    add("fabrik/alone/S1/1.1e-6", fabrikAlone, 0.05, 0.95, 1.1e-6);
    add("fabrik/alone/S2/1e-3", fabrikAlone, 0.99, 0.9999, 1e-3);
    add("fabrik/alone/S2/1.1e-6", fabrikAlone, 0.99, 0.9999, 1.1e-6);
    add("fabrik-textbook/iteration/solve", textbookSolves);
    add("fabrik-textbook/iteration/points", textbookPoints);
}

}  // namespace posewright::bench

#include "core/ik/workspace.h"
#include "tests/bench/ik/floors.h"
#include "tests/bench/ik/row.h"
#include "tests/bench/ik/rows.h"
#include "tests/support/ik_sets.h"

#include <array>
#include <map>
#include <string>

namespace posewright::bench {
namespace {

constexpr int kMost = 20000;       // targets of a row
constexpr int kIterations = 2000;  // of a solve
constexpr std::array kBones{2, 3, 5, 9, 20, 30, 50, 100};

struct TargetSet {
    const char* name;
    double from, to;
};
constexpr std::array kSets{TargetSet{"S1", 0.05, 0.95}, TargetSet{"S2", 0.99, 0.9999},
                           TargetSet{"S3", 0, 0.05}, TargetSet{"S4", 1.01, 3}};

/// Mean times of the floors on a set: FABRIK, damped least squares. [ns]
std::array<double, 2> floorsOn(int bones, const TargetSet& set, double tolerance)
{
    static std::map<std::string, std::array<double, 2>> known;
    const std::string key =
        std::to_string(bones) + set.name + (tolerance > 1e-4 ? "loose" : "tight");
    if (const auto found = known.find(key); found != known.end()) return found->second;
    const auto targets = test::shellTargets(set.from, set.to, 100);
    const auto start = test::arcPoints(bones);
    const std::vector<double> lengths(bones, 1.0 / bones);
    const BallChain rest = ballChain(test::rigThrough(start));
    std::array<double, 2> out{1e300, 1e300};
    for (int run = 0; run < 3; ++run) {
        auto since = Clock::now();
        std::vector<Vec3> points;
        for (const Vec3& target : targets) {
            points = start;
            benchmark::DoNotOptimize(
                test::fabrikFloor(points.data(), lengths.data(), bones, target, tolerance, 500));
        }
        out[0] = std::min(out[0], nanoseconds(since) / 100);
        since = Clock::now();
        BallChain chain;
        for (const Vec3& target : targets) {
            chain = rest;
            chain.place();
            benchmark::DoNotOptimize(dlsFloor(chain, target, tolerance, 500));
        }
        out[1] = std::min(out[1], nanoseconds(since) / 100);
    }
    known[key] = out;
    return out;
}

void onSet(benchmark::State& state, const ik::Solver& solver, const TargetSet& set, int bones,
           double tolerance)
{
    test::Rig rig = test::rigThrough(test::arcPoints(bones));
    const auto targets = test::shellTargets(set.from, set.to, kMost);
    const ik::Problem problem = rig.problem();
    ik::Settings settings;
    settings.tolerance = tolerance;
    settings.maxIterations = kIterations;
    ik::Workspace workspace;
    ik::Solution solution;
    double excess = 0;
    for (auto _ : state) {
        Row row;
        row.run(kMost, rig.joints, [&](int i) -> const ik::Solution& {
            rig.goals.front().position = targets[i];
            ik::solve(solver, problem, settings, workspace, solution);
            excess = std::max(excess, solution.report.goals[0].positionError -
                                          std::max(0.0, targets[i].norm() - 1));
            return solution;
        });
        row.report(state);
        const auto floors = floorsOn(bones, set, tolerance);
        if (set.to <= 1) {
            state.counters["x_fabrik_floor"] = row.ns() / floors[0];
            state.counters["x_dls_floor"] = row.ns() / floors[1];
        } else {
            state.counters["excess"] = excess;
        }
    }
}

}  // namespace

void addSets(const ik::Solver& solver)
{
    for (const TargetSet& set : kSets)
        for (int bones : kBones) {
            if (solver.abilities.bones > 0 && solver.abilities.bones != bones) continue;
            for (double tolerance : {1e-3, 1.1e-6})
                add(std::string(solver.id) + '/' + set.name + '/' + std::to_string(bones) +
                        (tolerance > 1e-4 ? "/1e-3" : "/1.1e-6"),
                    onSet, solver, set, bones, tolerance);
        }
}

}  // namespace posewright::bench

#include "core/ik/workspace.h"
#include "tests/support/fabrik_floor.h"
#include "tests/support/ik_sets.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <string>

/// Time, success and iterations of every solver on the two target sets, 9 bones, cold start from an
/// arc, through ik::solve: with rotations and the measured error, on a warm workspace. The counter
/// U gives the time of a solve in iterations of the floor, timed in the same process.
using namespace posewright;

namespace {

constexpr int kBones = 9;

struct TargetSet {
    const char* name;
    double from, to;
    int count;
};
constexpr std::array kSets{TargetSet{"ball", 0.05, 0.95, 5000},
                           TargetSet{"extension", 0.99, 0.9999, 5000},
                           TargetSet{"root", 0, 0.05, 5000}};

using Clock = std::chrono::steady_clock;

double nanoseconds(Clock::time_point since)
{
    return std::chrono::duration<double, std::nano>(Clock::now() - since).count();
}

/// Iterations of the floor over the ball. [count]
long runFloor(const std::vector<Vec3>& targets, double tolerance)
{
    const std::vector<Vec3> start = test::arcPoints(kBones);
    std::array<double, kBones> lengths;
    lengths.fill(1.0 / kBones);
    std::array<Vec3, kBones + 1> points;
    long iterations = 0;
    for (const Vec3& target : targets) {
        std::copy(start.begin(), start.end(), points.begin());
        iterations +=
            test::fabrikFloor(points.data(), lengths.data(), kBones, target, tolerance, 100000);
        benchmark::DoNotOptimize(points);
    }
    return iterations;
}

/// The least times of solves and of the floor, taken in turn and in slices of a fraction of a
/// millisecond: what else runs on the machine meets both alike, and misses some slices of each.
class Ratio {
public:
    /// Times work(i) for i in [0, count).
    template <class Work>
    void time(int count, Work work)
    {
        constexpr int kSlice = 50;
        slices_.resize((count + kSlice - 1) / kSlice, 1e300);
        for (std::size_t slice = 0; slice < slices_.size(); ++slice) {
            const int from = static_cast<int>(slice) * kSlice;
            const auto since = Clock::now();
            for (int i = from; i < std::min(count, from + kSlice); ++i) work(i);
            slices_[slice] = std::min(slices_[slice], nanoseconds(since));
            if (slice % 10 != 0) continue;
            const auto then = Clock::now();
            const long iterations = runFloor(targets_, 1.1e-6);
            unit_ = std::min(unit_, nanoseconds(then) / static_cast<double>(iterations));
        }
    }
    void report(benchmark::State& state, int count, long iterations) const
    {
        const double each = std::accumulate(slices_.begin(), slices_.end(), 0.0) / count;
        state.counters["ns"] = each;
        state.counters["U"] = each / unit_;
        state.counters["mean_iterations"] = static_cast<double>(iterations) / count;
    }

private:
    std::vector<Vec3> targets_ = test::shellTargets(0.05, 0.95, 30);
    std::vector<double> slices_;  ///< least time of each [ns]
    double unit_ = 1e300;         ///< one iteration of the floor [ns]
};

void floorIteration(benchmark::State& state)
{
    const auto targets = test::shellTargets(0.05, 0.95, 1000);
    long iterations = 0;
    for (auto _ : state) iterations += runFloor(targets, 1.1e-6);
    state.SetItemsProcessed(iterations);
}

void solveSet(benchmark::State& state, const ik::Solver& solver, const TargetSet& set,
              double tolerance)
{
    test::Rig rig = test::rigThrough(test::arcPoints(kBones));
    const auto targets = test::shellTargets(set.from, set.to, set.count);
    const ik::Problem problem = rig.problem();
    ik::Settings settings;
    settings.tolerance = tolerance;
    settings.maxIterations = 100000;
    ik::Workspace workspace;
    ik::Solution solution;
    long met = 0;
    long iterations = 0;
    Ratio ratio;
    for (auto _ : state) {
        met = 0;
        iterations = 0;
        ratio.time(set.count, [&](int i) {
            rig.goals.front().position = targets[i];
            ik::solve(solver, problem, settings, workspace, solution);
            met += solution.report.status == ik::Status::Reached;
            iterations += solution.report.iterations;
        });
    }
    state.counters["success_percent"] = 100.0 * static_cast<double>(met) / set.count;
    ratio.report(state, set.count, iterations);
}

void solveTree(benchmark::State& state, const ik::Solver& solver)
{
    // A stem of four bones and two arms of three.
    test::Rig rig;
    int top = -1;
    for (int i = 0; i < 5; ++i)
        top =
            rig.add(top, Vec3(0, i == 0 ? 0 : 0.1, 0), Quat(Eigen::AngleAxisd(0.1, Vec3::UnitZ())));
    rig.goals.resize(2);
    for (int arm = 0; arm < 2; ++arm) {
        int joint = top;
        for (int i = 0; i < 4; ++i)
            joint = rig.add(joint, Vec3(0, i == 0 ? 0 : 0.1, 0),
                            Quat(Eigen::AngleAxisd(arm == 0 ? 0.3 : -0.3, Vec3::UnitZ())));
        rig.goals[arm].effector = joint;
    }
    const ik::Problem problem = rig.problem();
    const auto jitter = test::shellTargets(0, 0.1, 500);
    ik::Workspace workspace;
    ik::Solution solution;
    Ratio ratio;
    long iterations = 0;
    const int count = static_cast<int>(jitter.size());
    for (auto _ : state) {
        iterations = 0;
        ratio.time(count, [&](int i) {
            rig.goals[0].position = Vec3(-0.25, 0.5, 0) + jitter[i];
            rig.goals[1].position = Vec3(0.25, 0.5, 0) - jitter[i];
            ik::solve(solver, problem, {}, workspace, solution);
            iterations += solution.report.iterations;
        });
    }
    ratio.report(state, count, iterations);
}

}  // namespace

int main(int argc, char** argv)
{
    benchmark::RegisterBenchmark("floor/iteration", floorIteration);
    for (const ik::Solver& solver : ik::solvers()) {
        if (solver.abilities.bones > 0) continue;
        for (const TargetSet& set : kSets) {
            for (double tolerance : {1e-3, 1.1e-6}) {
                const std::string name = std::string(solver.id) + '/' + set.name +
                                         (tolerance > 1e-4 ? "/1e-3" : "/1.1e-6");
                benchmark::RegisterBenchmark(name.c_str(), solveSet, solver, set, tolerance)
                    ->Unit(benchmark::kMillisecond);
            }
        }
        if (solver.abilities.goals > 1)
            benchmark::RegisterBenchmark((std::string(solver.id) + "/Y").c_str(), solveTree, solver)
                ->Unit(benchmark::kMillisecond);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}

#include "core/ik/crowd.h"
#include "core/ik/follow.h"
#include "core/ik/workspace.h"
#include "tests/bench/ik/floors.h"
#include "tests/bench/ik/row.h"
#include "tests/bench/ik/rows.h"
#include "tests/bench/ik/workload.h"
#include "tests/support/circle_path.h"

namespace posewright::bench {
namespace {

constexpr int kTen = 10;
constexpr int kRuns = 15;

/// Two in turn: the least time of each, a run being five times the work. [ns]
struct Beside {
    double ours = 1e300;
    double floor = 1e300;
};
template <class Ours, class Floor>
Beside inTurn(Ours ours, Floor floor)
{
    const auto timeOf = [](auto& work) {
        const auto since = Clock::now();
        for (int i = 0; i < 5; ++i) work();
        return nanoseconds(since) / 5;
    };
    Beside least;
    for (int run = 0; run < kRuns; ++run) {
        least.ours = std::min(least.ours, timeOf(ours));
        least.floor = std::min(least.floor, timeOf(floor));
    }
    return least;
}

void report(benchmark::State& state, const Beside& least, double count)
{
    state.counters["ns"] = least.ours / count;
    state.counters["floor_ns"] = least.floor / count;
    state.counters["x_floor"] = least.ours / least.floor;
}

/// A moving target, ten bones, each frame from the one before, with local rotations, beside the
/// floor: FABRIK with rotations of no roll, or damped least squares. [ns] per frame
void following(benchmark::State& state, const char* id)
{
    Workload work = equalBones(kTen);
    std::vector<Vec3> targets = test::circlePath();
    for (Vec3& target : targets) target *= work.reach;
    const double frames = static_cast<double>(targets.size());
    const double tolerance = Workload::kTolerance * work.reach;
    const ik::Problem problem = work.rig.problem();
    const ik::Solver& solver = *ik::findSolver(id);
    const bool damped = std::string_view(id) == "dls";
    const BallChain rest = ballChain(work.rig);
    ik::Workspace workspace;
    ik::FollowResult followed;
    BallChain chain;
    std::vector<Vec3> points;
    int floorIterations = 0;
    for (auto _ : state) {
        const Beside least = inTurn(
            [&] {
                ik::follow(
                    solver, problem, targets,
                    {.maxIterations = Workload::kIterations, .tolerance = Workload::kTolerance},
                    workspace, followed);
            },
            [&] {
                chain = rest;
                chain.place();
                points = work.start;
                floorIterations = 0;
                for (const Vec3& target : targets) {
                    if (damped) {
                        floorIterations +=
                            dlsFloor(chain, target, tolerance, Workload::kIterations);
                    } else {
                        floorIterations +=
                            test::fabrikFloor(points.data(), work.lengths.data(), kTen, target,
                                              tolerance, Workload::kIterations);
                        turnOnto(chain, points.data());
                    }
                    benchmark::DoNotOptimize(chain);
                }
            });
        double iterations = 0;
        int met = 0;
        for (const ik::FollowedFrame& frame : followed.frames) {
            iterations += frame.iterations;
            met += frame.status == ik::Status::Reached;
        }
        state.counters["success_percent"] = 100 * met / frames;
        state.counters["mean_iterations"] = iterations / frames;
        state.counters["floor_mean_iterations"] = floorIterations / frames;
        report(state, least, frames);
    }
}

/// A thousand chains of ten bones side by side, with reading the start and local rotations, beside
/// the floor of FABRIK with rotations, one chain after the other. [ns] per chain
void aCrowd(benchmark::State& state, int width)
{
    Workload work = equalBones(kTen);
    constexpr int kCount = Workload::kTargets;
    std::vector<Vec3> offsets;
    for (int i = 0; i < kTen; ++i) offsets.push_back(work.rig.joints[i + 1].offset);
    ik::Crowd crowd(kTen, kCount);
    for (int c = 0; c < kCount; ++c) {
        crowd.setChain(c, offsets, std::span(work.rig.start).first(kTen));
        crowd.setTarget(c, work.targets[c]);
    }
    BallChain chain = ballChain(work.rig);
    std::vector<Vec3> points;
    int floorIterations = 0;
    for (auto _ : state) {
        const Beside least = inTurn(
            [&] {
                crowd.solve(Workload::kTolerance, Workload::kIterations, width);
                benchmark::DoNotOptimize(crowd);
            },
            [&] {
                floorIterations = 0;
                for (const Vec3& target : work.targets) {
                    points = work.start;
                    floorIterations +=
                        test::fabrikFloor(points.data(), work.lengths.data(), kTen, target,
                                          Workload::kTolerance * work.reach, Workload::kIterations);
                    turnOnto(chain, points.data());
                    benchmark::DoNotOptimize(chain);
                }
            });
        double iterations = 0;
        int met = 0;
        for (int c = 0; c < kCount; ++c) {
            iterations += crowd.report(c).iterations;
            met += crowd.report(c).status == ik::Status::Reached;
        }
        state.counters["lanes"] = std::min(width, ik::widestLanes());
        state.counters["success_percent"] = 100.0 * met / kCount;
        state.counters["mean_iterations"] = iterations / kCount;
        state.counters["floor_mean_iterations"] = static_cast<double>(floorIterations) / kCount;
        report(state, least, kCount);
    }
}

}  // namespace

void addRunRows()
{
    for (const char* id : {"fabrik", "fabrik-textbook", "gauss-newton", "dls"})
        add(std::string("follow/") + id, following, id);
    for (const int width : {2, 4, 8}) add("crowd/" + std::to_string(width), aCrowd, width);
}

}  // namespace posewright::bench

#include "core/ik/chain_methods.h"
#include "core/ik/crowd.h"
#include "core/ik/follow.h"
#include "core/ik/limits.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/bench/ik/floors.h"
#include "tests/support/bounded_arm.h"
#include "tests/support/circle_path.h"
#include "tests/support/humanoid.h"
#include "tests/support/paper_models.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <map>
#include <numbers>
#include <string>

/// Every solver on the published sets, cold from a fixed start, through ik::solve: with rotations,
/// limits and measured errors, on a warm workspace. A row takes as many of its targets as fit into
/// POSEWRIGHT_BENCH_MS milliseconds (30), twenty at least; `targets` tells how many. The unit U is
/// one iteration of the plainest FABRIK on nine bones, timed in turn with the solver, both in the
/// time of the process itself.
using namespace posewright;

namespace {

/// The process's own time, that whatever else runs on the machine does not count.
struct Clock {
    using time_point = std::clock_t;
    static time_point now() { return std::clock(); }
};

constexpr int kMost = 20000;       // targets of a row
constexpr int kIterations = 2000;  // of a solve
constexpr std::array kBones{2, 3, 5, 9, 20, 30, 50, 100};

double nanoseconds(Clock::time_point since)
{
    return static_cast<double>(Clock::now() - since) * (1e9 / CLOCKS_PER_SEC);
}

double budget()
{
    const char* asked = std::getenv("POSEWRIGHT_BENCH_MS");
    return 1e6 * (asked ? std::atof(asked) : 30);
}

/// Time of one iteration of the floor on nine bones. [ns]
double unit()
{
    static const auto targets = test::shellTargets(0.05, 0.95, 100);
    static const auto start = test::arcPoints(9);
    std::array<double, 9> lengths;
    lengths.fill(1.0 / 9);
    std::array<Vec3, 10> points;
    long iterations = 0;
    const auto since = Clock::now();
    for (const Vec3& target : targets) {
        std::copy(start.begin(), start.end(), points.begin());
        iterations += test::fabrikFloor(points.data(), lengths.data(), 9, target, 1.1e-6, 100000);
        benchmark::DoNotOptimize(points);
    }
    return nanoseconds(since) / static_cast<double>(iterations);
}

/// What the solves of one row came to.
class Row {
public:
    /// solve(i) for one target after the other, until the budget is spent.
    template <class Solve>
    void run(int count, Solve solve)
    {
        constexpr int kSlice = 20;
        double spent = 0;
        for (int from = 0; from < count && (spent < budget() || from < kSlice); from += kSlice) {
            const int to = std::min(count, from + kSlice);
            const auto since = Clock::now();
            for (int i = from; i < to; ++i) take(solve(i));
            const double slice = nanoseconds(since);
            spent += slice;
            time_ += slice;
            if (slice > 3e5 || from % (20 * kSlice) == 0) {
                unitTime_ += unit();
                ++units_;
            }
        }
    }
    void report(benchmark::State& state)
    {
        const double each = time_ / static_cast<double>(iterations_.size());
        std::sort(iterations_.begin(), iterations_.end());
        double sum = 0;
        for (int i : iterations_) sum += i;
        const std::size_t n = iterations_.size();
        auto& out = state.counters;
        out["targets"] = static_cast<double>(n);
        out["success_percent"] = 100.0 * met_ / static_cast<double>(n);
        out["mean_iterations"] = sum / static_cast<double>(n);
        out["p50_iterations"] = iterations_[n / 2];
        out["p99_iterations"] = iterations_[n * 99 / 100];
        out["max_iterations"] = iterations_.back();
        out["ns"] = each;
        out["U"] = each / (unitTime_ / units_);
        out["violation"] = violation_;
        out["stretch"] = stretch_;
        ns_ = each;
    }
    double ns() const { return ns_; }

private:
    void take(const ik::Solution& solution)
    {
        met_ += solution.report.status == ik::Status::Reached;
        iterations_.push_back(solution.report.iterations);
        violation_ = std::max(violation_, solution.report.limitViolation);
        stretch_ = std::max(stretch_, solution.report.boneStretch);
    }

    double time_ = 0;  ///< [ns]
    std::vector<int> iterations_;
    int met_ = 0;
    double violation_ = 0;
    double stretch_ = 0;
    double unitTime_ = 0;  ///< [ns]
    int units_ = 0;
    double ns_ = 0;
};

struct TargetSet {
    const char* name;
    double from, to;
};
constexpr std::array kSets{TargetSet{"S1", 0.05, 0.95}, TargetSet{"S2", 0.99, 0.9999},
                           TargetSet{"S3", 0, 0.05}, TargetSet{"S4", 1.01, 3}};

bench::BallChain ballChain(int bones)
{
    bench::BallChain chain;
    const test::Rig rig = test::rigThrough(test::arcPoints(bones));
    chain.local.assign(rig.start.begin(), rig.start.begin() + bones);
    chain.length.assign(bones, 1.0 / bones);
    chain.reach = 1;
    return chain;
}

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
    const bench::BallChain rest = ballChain(bones);
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
        bench::BallChain chain;
        for (const Vec3& target : targets) {
            chain = rest;
            benchmark::DoNotOptimize(bench::dlsFloor(chain, target, tolerance, 500));
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
        row.run(kMost, [&](int i) -> const ik::Solution& {
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

void triangulationAlone(benchmark::State& state)
{
    // The pass itself, without reading the rig and writing rotations: what its bar speaks of.
    test::Rig rig = test::rigThrough(test::arcPoints(9));
    const ik::Problem problem = rig.problem();
    ik::Chain chain;
    extractChain(problem, rig.start, Vec3::Zero(), rig.goals[0], chain);
    const auto targets = test::shellTargets(0.05, 0.95, 2000);
    const ik::Chain start = chain;
    for (auto _ : state) {
        double least = 1e300;
        double floor = 1e300;
        for (int run = 0; run < 9; ++run) {
            const auto since = Clock::now();
            for (const Vec3& target : targets) {
                chain.x = start.x;
                chain.y = start.y;
                chain.z = start.z;
                triangulate(problem, chain, target);
                benchmark::DoNotOptimize(chain);
            }
            least = std::min(least, nanoseconds(since) / 2000);
            floor = std::min(floor, unit());
        }
        state.counters["ns"] = least;
        state.counters["U"] = least / floor;
    }
}

void besideTheMethod(benchmark::State& state)
{
    // A goal that is met at the start: what every solve costs beside its method. Reading the rig,
    // checking it, writing rotations, measuring errors.
    test::Rig rig = test::rigThrough(test::arcPoints(9));
    rig.goals[0].position = test::arcPoints(9).back();
    const ik::Problem problem = rig.problem();
    const ik::Solver& solver = *ik::findSolver("fabrik");
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        double least = 1e300;
        double floor = 1e300;
        for (int run = 0; run < 9; ++run) {
            const auto since = Clock::now();
            for (int i = 0; i < 2000; ++i) {
                ik::solve(solver, problem, {}, workspace, solution);
                benchmark::DoNotOptimize(solution);
            }
            least = std::min(least, nanoseconds(since) / 2000);
            floor = std::min(floor, unit());
        }
        state.counters["mean_iterations"] = solution.report.iterations;
        state.counters["ns"] = least;
        state.counters["U"] = least / floor;
    }
}

/// A moving target at 1e-3, ten bones, each frame from the one before, with local rotations, beside
/// the floor: FABRIK with rotations of no roll, or damped least squares. [ns] per frame
void following(benchmark::State& state, const char* id)
{
    constexpr int kTen = 10;
    const auto targets = test::circlePath();
    const auto start = test::arcPoints(kTen, 0.6);
    const test::Rig rig = test::rigThrough(start);
    const ik::Problem problem = rig.problem();
    const ik::Solver& solver = *ik::findSolver(id);
    const bool damped = std::string_view(id) == "dls";
    const std::vector<double> lengths(kTen, 0.1);
    bench::BallChain rest;
    rest.local.assign(rig.start.begin(), rig.start.begin() + kTen);
    rest.length = lengths;
    rest.reach = 1;
    ik::Workspace workspace;
    ik::Followed followed;
    for (auto _ : state) {
        double least = 1e300;
        double floor = 1e300;
        for (int run = 0; run < 15; ++run) {
            auto since = Clock::now();
            for (int i = 0; i < 5; ++i)
                ik::follow(solver, problem, targets, {.tolerance = 1e-3}, workspace, followed);
            least = std::min(least, nanoseconds(since) / 3000);
            since = Clock::now();
            for (int i = 0; i < 5; ++i) {
                bench::BallChain chain = rest;
                std::vector<Vec3> points = start;
                for (const Vec3& target : targets) {
                    if (damped) {
                        bench::dlsFloor(chain, target, 1e-3, 500);
                    } else {
                        test::fabrikFloor(points.data(), lengths.data(), kTen, target, 1e-3, 500);
                        bench::turnOnto(chain, points.data());
                    }
                    benchmark::DoNotOptimize(chain);
                }
            }
            floor = std::min(floor, nanoseconds(since) / 3000);
        }
        double iterations = 0;
        int met = 0;
        for (const ik::FollowedFrame& frame : followed.frames) {
            iterations += frame.iterations;
            met += frame.status == ik::Status::Reached;
        }
        state.counters["success_percent"] = met / 6.0;
        state.counters["mean_iterations"] = iterations / 600;
        state.counters["ns"] = least;
        state.counters["x_floor"] = least / floor;
    }
}

/// A thousand chains of ten bones at 1e-3, targets uniform in the volume from 0.2 to 0.95 of the
/// reach, cold from a start that bends by 0.1 rad in all, at most 100 iterations: mean over all of
/// them, with reading the start and local rotations, beside the floor of FABRIK on points alone,
/// one chain after the other. [ns] per chain
void aCrowd(benchmark::State& state, int width)
{
    constexpr int kTen = 10;
    constexpr int kCount = 1000;
    const auto start = test::arcPoints(kTen, 0.6366);
    const test::Rig rig = test::rigThrough(start);
    const auto targets = test::shellTargets(0.2, 0.95, kCount);
    std::vector<Vec3> offsets;
    for (int i = 0; i < kTen; ++i) offsets.push_back(rig.joints[i + 1].offset);
    ik::Crowd crowd(kTen, kCount);
    for (int c = 0; c < kCount; ++c) {
        crowd.setChain(c, offsets, std::span(rig.start).first(kTen));
        crowd.setTarget(c, targets[c]);
    }
    const std::vector<double> lengths(kTen, 0.1);
    for (auto _ : state) {
        double least = 1e300;
        double floor = 1e300;
        for (int run = 0; run < 15; ++run) {
            auto since = Clock::now();
            for (int i = 0; i < 5; ++i) {
                crowd.solve(1e-3, 100, width);
                benchmark::DoNotOptimize(crowd);
            }
            least = std::min(least, nanoseconds(since) / (5 * kCount));
            since = Clock::now();
            std::vector<Vec3> points;
            for (const Vec3& target : targets) {
                points = start;
                benchmark::DoNotOptimize(
                    test::fabrikFloor(points.data(), lengths.data(), kTen, target, 1e-3, 100));
            }
            floor = std::min(floor, nanoseconds(since) / kCount);
        }
        double iterations = 0;
        int met = 0;
        for (int c = 0; c < kCount; ++c) {
            iterations += crowd.report(c).iterations;
            met += crowd.report(c).status == ik::Status::Reached;
        }
        state.counters["lanes"] = std::min(width, ik::widestLanes());
        state.counters["success_percent"] = 100.0 * met / kCount;
        state.counters["mean_iterations"] = iterations / kCount;
        state.counters["ns"] = least;
        state.counters["x_floor"] = least / floor;
    }
}

void floorOfTwoBones(benchmark::State& state)
{
    const auto targets = test::shellTargets(0.05, 0.95, 2000);
    for (auto _ : state) {
        double least = 1e300;
        double floor = 1e300;
        for (int run = 0; run < 9; ++run) {
            const auto since = Clock::now();
            for (const Vec3& target : targets) {
                const Vec3 axis = target.normalized();
                benchmark::DoNotOptimize(
                    bench::twoBoneFloor(0.5, 0.5, target, anyPerpendicular(axis)));
            }
            least = std::min(least, nanoseconds(since) / 2000);
            floor = std::min(floor, unit());
        }
        state.counters["ns"] = least;
        state.counters["U"] = least / floor;
    }
}

/// S5: nine bones under cones, goals from poses inside them.
void underCones(benchmark::State& state, const ik::Solver& solver, double degrees)
{
    constexpr int kCount = 10000;
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
    settings.tolerance = 1e-3;
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        Row row;
        row.run(kCount, [&](int i) -> const ik::Solution& {
            rig.goals[0].position = targets[i];
            ik::solve(solver, problem, settings, workspace, solution);
            return solution;
        });
        row.report(state);
    }
}

/// S6: a figure of 19 joints, six effectors and a moving root.
void onHumanoid(benchmark::State& state, const ik::Solver& solver)
{
    test::Humanoid h = test::humanoid();
    test::SplitMix64 random(42);
    std::vector<std::vector<ik::Goal>> frames;
    for (int i = 0; i < 2000; ++i) {
        test::poseGoals(h, random, 0.3);
        frames.push_back(h.rig.goals);
    }
    ik::Settings settings;
    settings.tolerance = 1e-4;
    settings.maxIterations = 1000;
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        Row row;
        row.run(2000, [&](int i) -> const ik::Solution& {
            std::copy(frames[i].begin(), frames[i].end(), h.rig.goals.begin());
            ik::solve(solver, h.rig.problem(), settings, workspace, solution);
            return solution;
        });
        row.report(state);
    }
}

/// S6: the paper's Y and hand, at poses that can be reached.
void onModel(benchmark::State& state, const ik::Solver& solver, test::Rig rig)
{
    test::SplitMix64 random(42);
    std::vector<std::vector<ik::Goal>> frames;
    for (int i = 0; i < 2000; ++i) {
        test::aimAtPose(rig, random, 0.5);
        frames.push_back(rig.goals);
    }
    ik::Settings settings;
    settings.tolerance = 1e-3;
    settings.maxIterations = 1000;
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        Row row;
        row.run(2000, [&](int i) -> const ik::Solution& {
            std::copy(frames[i].begin(), frames[i].end(), rig.goals.begin());
            ik::solve(solver, rig.problem(), settings, workspace, solution);
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
    ik::Settings settings;
    settings.tolerance = 1e-5 / ik::reach(arm.rig.problem(), arm.rig.goals[0]);
    settings.orientationTolerance = 1e-5;
    settings.maxIterations = 500;
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        Row row;
        row.run(10000, [&](int) -> const ik::Solution& {
            test::poseGoal(arm, random, whole);
            ik::solve(solver, arm.rig.problem(), settings, workspace, solution);
            return solution;
        });
        row.report(state);
    }
}

/// S8: 600 frames along a path, each solved from the same start. Largest turn of a bone between
/// frames, and the largest change of that. [degrees]
Vec3 pathPoint(char path, double t)
{
    const double turn = 2 * std::numbers::pi * t;
    switch (path) {
    case 'A': return {0.55 + 0.2 * std::sin(turn), 0.3 * std::sin(2 * turn), 0.25 * std::cos(turn)};
    case 'B': return Vec3(0.8, 0.6, 0) * (0.975 - 0.075 * std::cos(turn));
    default: return {0.02, 0.6 * (2 * t - 1), 0};
    }
}

void alongPath(benchmark::State& state, const ik::Solver& solver, char path)
{
    constexpr int kFrames = 600;
    test::Rig rig = test::rigThrough(test::arcPoints(9));
    rig.goals[0].soft = path == 'B' ? 0.03 : 0;
    ik::Settings settings;
    settings.maxIterations = kIterations;
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        std::array<std::vector<Quat>, 2> before;
        std::vector<Vec3> rateBefore;
        double speed = 0;
        double acceleration = 0;
        for (int frame = 0; frame < kFrames; ++frame) {
            rig.goals[0].position = pathPoint(path, frame / (kFrames - 1.0));
            ik::solve(solver, rig.problem(), settings, workspace, solution);
            std::vector<Vec3> at;
            std::vector<Quat> world;
            ik::forwardKinematics(rig.problem(), solution.rotations, solution.rootPosition, at,
                                  world);
            std::vector<Vec3> rate;
            for (std::size_t j = 0; j < world.size() && frame > 0; ++j)
                rate.push_back(rotationVector(world[j] * before[0][j].conjugate()) * 180 /
                               std::numbers::pi);
            for (std::size_t j = 0; j < rate.size(); ++j) {
                speed = std::max(speed, rate[j].norm());
                if (!rateBefore.empty())
                    acceleration = std::max(acceleration, (rate[j] - rateBefore[j]).norm());
            }
            rateBefore = rate;
            before[0] = world;
        }
        state.counters["speed"] = speed;
        state.counters["acceleration"] = acceleration;
    }
}

/// S9: chains and goals that have brought solvers down. Counts answers that are whole: unit
/// rotations, and a status.
void onDegenerate(benchmark::State& state, const ik::Solver& solver)
{
    const double huge = 1e30;
    const double nan = std::nan("");
    std::vector<test::Rig> rigs;
    const auto add = [&](const std::vector<Vec3>& points, const Vec3& goal) {
        rigs.push_back(test::rigThrough(points));
        rigs.back().goals[0].position = goal;
    };
    for (int bones : {1, 2, 3, 9}) {
        const auto line = test::arcPoints(bones, 0);
        for (const Vec3& goal : {Vec3(0.5, 0, 0), Vec3(-0.5, 0, 0), Vec3(0, 0, 0), Vec3(1, 0, 0),
                                 Vec3(huge, 0, 0), Vec3(0, nan, 0), Vec3(0, 0, HUGE_VAL)}) {
            add(line, goal);
            add(std::vector<Vec3>(bones + 1, Vec3::Zero()), goal);
            add(test::arcPoints(bones), goal);
        }
    }
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        int whole = 0;
        double slowest = 0;
        for (const test::Rig& rig : rigs) {
            const auto since = Clock::now();
            ik::solve(solver, rig.problem(), {}, workspace, solution);
            slowest = std::max(slowest, nanoseconds(since));
            bool good = solution.report.status != ik::Status::Inactive;
            for (const Quat& q : solution.rotations) good = good && std::abs(q.norm() - 1) < 1e-9;
            whole += good;
        }
        state.counters["success_percent"] = 100.0 * whole / static_cast<double>(rigs.size());
        state.counters["slowest_us"] = slowest / 1000;
    }
}

template <class... Arguments>
void add(const std::string& name, Arguments... arguments)
{
    benchmark::RegisterBenchmark(name.c_str(), arguments...)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv)
{
    add("triangulation/alone", triangulationAlone);
    add("floor/two-bone", floorOfTwoBones);
    add("solve/beside-the-method", besideTheMethod);
    for (const char* id : {"fabrik", "fabrik-textbook", "gauss-newton", "dls"})
        add(std::string("follow/") + id, following, id);
    for (const int width : {2, 4, 8}) add("crowd/" + std::to_string(width), aCrowd, width);
    for (const ik::Solver& solver : ik::solvers()) {
        const std::string id(solver.id);
        for (const TargetSet& set : kSets)
            for (int bones : kBones) {
                if (solver.abilities.bones > 0 && solver.abilities.bones != bones) continue;
                for (double tolerance : {1e-3, 1.1e-6})
                    add(id + '/' + set.name + '/' + std::to_string(bones) +
                            (tolerance > 1e-4 ? "/1e-3" : "/1.1e-6"),
                        onSet, solver, set, bones, tolerance);
            }
        if (solver.abilities.bones > 0) continue;
        if (solver.abilities.limits) {
            for (double degrees : {20.0, 45.0, 90.0})
                add(id + "/S5/" + std::to_string(int(degrees)), underCones, solver, degrees);
            add(id + "/S7/position", onBoundedArm, solver, false);
            if (solver.abilities.orientation) add(id + "/S7/pose", onBoundedArm, solver, true);
        }
        if (solver.abilities.goals > 1) {
            add(id + "/S6/Y", onModel, solver, test::yModel());
            add(id + "/S6/hand", onModel, solver, test::handModel());
            if (solver.abilities.rootMoves) add(id + "/S6/humanoid", onHumanoid, solver);
        }
        for (char path : {'A', 'B', 'C'}) add(id + "/S8/" + path, alongPath, solver, path);
        add(id + "/S9", onDegenerate, solver);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}

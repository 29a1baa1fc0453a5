#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/bench/ik/row.h"
#include "tests/bench/ik/rows.h"
#include "tests/support/ik_sets.h"

#include <cmath>
#include <numbers>

namespace posewright::bench {
namespace {

constexpr int kFrames = 600;
constexpr int kIterations = 2000;  // of a solve

Vec3 pathPoint(char path, double t)
{
    const double turn = 2 * std::numbers::pi * t;
    switch (path) {
    case 'A': return {0.55 + 0.2 * std::sin(turn), 0.3 * std::sin(2 * turn), 0.25 * std::cos(turn)};
    case 'B': return Vec3(0.8, 0.6, 0) * (0.975 - 0.075 * std::cos(turn));
    default: return {0.02, 0.6 * (2 * t - 1), 0};
    }
}

/// S8: frames along a path, each solved from the same start. How far bones turn between frames,
/// and how much that changes: at most, and in the mean of the bone that turns most. [degrees]
void alongPath(benchmark::State& state, const ik::Solver& solver, char path)
{
    test::Rig rig = test::rigThrough(test::arcPoints(9));
    rig.goals[0].soft = path == 'B' ? 0.03 : 0;
    ik::Settings settings;
    settings.maxIterations = kIterations;
    ik::Workspace workspace;
    ik::Solution solution;
    for (auto _ : state) {
        std::vector<Vec3> at;
        std::vector<Quat> world;
        std::vector<Quat> worldBefore;
        std::vector<Vec3> rateBefore;
        double speed = 0;
        double speeds = 0;
        double acceleration = 0;
        double accelerations = 0;
        for (int frame = 0; frame < kFrames; ++frame) {
            rig.goals[0].position = pathPoint(path, frame / (kFrames - 1.0));
            ik::solve(solver, rig.problem(), settings, workspace, solution);
            ik::forwardKinematics(rig.problem(), solution.rotations, solution.rootPosition, at,
                                  world);
            std::vector<Vec3> rate;
            double fastest = 0;
            double hardest = 0;
            for (std::size_t j = 0; j < world.size() && frame > 0; ++j) {
                rate.push_back(rotationVector(world[j] * worldBefore[j].conjugate()) * 180 /
                               std::numbers::pi);
                fastest = std::max(fastest, rate[j].norm());
                if (frame > 1) hardest = std::max(hardest, (rate[j] - rateBefore[j]).norm());
            }
            speed = std::max(speed, fastest);
            speeds += fastest;
            acceleration = std::max(acceleration, hardest);
            accelerations += hardest;
            rateBefore = rate;
            worldBefore = world;
        }
        state.counters["speed"] = speed;
        state.counters["mean_speed"] = speeds / (kFrames - 1);
        state.counters["acceleration"] = acceleration;
        state.counters["mean_acceleration"] = accelerations / (kFrames - 2);
    }
}

/// S9: chains and goals that have brought solvers down. Counts answers that are whole: unit
/// rotations, and a status.
void onDegenerate(benchmark::State& state, const ik::Solver& solver)
{
    const double huge = 1e30;
    const double nan = std::nan("");
    std::vector<test::Rig> rigs;
    const auto with = [&](const std::vector<Vec3>& points, const Vec3& goal) {
        rigs.push_back(test::rigThrough(points));
        rigs.back().goals[0].position = goal;
    };
    for (int bones : {1, 2, 3, 9}) {
        const auto line = test::arcPoints(bones, 0);
        for (const Vec3& goal : {Vec3(0.5, 0, 0), Vec3(-0.5, 0, 0), Vec3(0, 0, 0), Vec3(1, 0, 0),
                                 Vec3(huge, 0, 0), Vec3(0, nan, 0), Vec3(0, 0, HUGE_VAL)}) {
            with(line, goal);
            with(std::vector<Vec3>(bones + 1, Vec3::Zero()), goal);
            with(test::arcPoints(bones), goal);
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

}  // namespace

void addPaths(const ik::Solver& solver)
{
    for (char path : {'A', 'B', 'C'})
        add(std::string(solver.id) + "/S8/" + path, alongPath, solver, path);
}

void addDegenerate(const ik::Solver& solver)
{
    add(std::string(solver.id) + "/S9", onDegenerate, solver);
}

}  // namespace posewright::bench

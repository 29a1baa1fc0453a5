#include "core/ik/model/chain.h"
#include "core/ik/model/two_bones.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/bench/ik/floors.h"
#include "tests/bench/ik/row.h"
#include "tests/bench/ik/rows.h"
#include "tests/bench/ik/workload.h"

#include <chrono>

namespace posewright::bench {
namespace {

struct Answer {
    bool met = false;
    int iterations = 0;
};

struct Timed {
    double success = 0;     ///< [%]
    double iterations = 0;  ///< mean
    double median = 0;      ///< [ns]
    double mean = 0;        ///< [ns]
};

constexpr int kPasses = 9;

using Wall = std::chrono::steady_clock;

double since(Wall::time_point from)
{
    return std::chrono::duration<double, std::nano>(Wall::now() - from).count();
}

/// What it takes to read the clock. [ns]
double clockItself()
{
    double least = 1e300;
    for (int i = 0; i < 1000; ++i) least = std::min(least, since(Wall::now()));
    return least;
}

/// One of two that solve the same targets in turn: their least times of several passes.
template <class Solve>
class Runner {
public:
    explicit Runner(Solve& solve) : solve_(solve) {}
    void answer()
    {
        int met = 0;
        int iterations = 0;
        for (int i = 0; i < Workload::kTargets; ++i) {
            const Answer got = solve_(i);
            met += got.met;
            iterations += got.iterations;
        }
        out_.success = 100.0 * met / Workload::kTargets;
        out_.iterations = static_cast<double>(iterations) / Workload::kTargets;
    }
    /// The whole set in the process's own time, then each target by itself on the wall's clock,
    /// which is the finer one.
    void pass()
    {
        const auto from = Clock::now();
        for (int i = 0; i < Workload::kTargets; ++i) benchmark::DoNotOptimize(solve_(i));
        whole_ = std::min(whole_, nanoseconds(from));
        for (int i = 0; i < Workload::kTargets; ++i) {
            const auto one = Wall::now();
            benchmark::DoNotOptimize(solve_(i));
            each_[i] = std::min(each_[i], since(one));
        }
    }
    Timed result(double clock)
    {
        std::nth_element(each_.begin(), each_.begin() + Workload::kTargets / 2, each_.end());
        out_.median = each_[Workload::kTargets / 2] - clock;
        out_.mean = whole_ / Workload::kTargets;
        return out_;
    }

private:
    Solve& solve_;
    Timed out_;
    double whole_ = 1e300;
    std::vector<double> each_ = std::vector<double>(Workload::kTargets, 1e300);
};

/// What takes less than this per target is as long as what it takes to look at the clock, and has
/// no median. [ns]
constexpr double kTooShort = 150;

template <class Floor, class Ours>
void compete(benchmark::State& state, Floor floorSolve, Ours oursSolve)
{
    Runner floor(floorSolve);
    Runner ours(oursSolve);
    floor.answer();
    ours.answer();
    for (int pass = 0; pass < kPasses; ++pass) {
        floor.pass();
        ours.pass();
    }
    const double clock = clockItself();
    const Timed f = floor.result(clock);
    const Timed o = ours.result(clock);
    auto& out = state.counters;
    out["floor_success_percent"] = f.success;
    out["floor_mean_iterations"] = f.iterations;
    out["floor_mean_ns"] = f.mean;
    out["success_percent"] = o.success;
    out["mean_iterations"] = o.iterations;
    out["mean_ns"] = o.mean;
    out["x_mean"] = o.mean / f.mean;
    if (f.mean < kTooShort) return;
    out["floor_median_ns"] = f.median;
    out["median_ns"] = o.median;
    out["x_median"] = o.median / f.median;
}

/// FABRIK on points, then local rotations.
class FabrikFloor {
public:
    explicit FabrikFloor(const Workload& work) : work_(work), chain_(ballChain(work.rig)) {}
    Answer operator()(int i)
    {
        points_ = work_.start;
        const double tolerance = Workload::kTolerance * work_.reach;
        const int iterations =
            test::fabrikFloor(points_.data(), work_.lengths.data(), work_.bones(), work_.targets[i],
                              tolerance, Workload::kIterations);
        turnOnto(chain_, points_.data());
        benchmark::DoNotOptimize(chain_);
        return {(points_.back() - work_.targets[i]).norm() <= tolerance, iterations};
    }

private:
    const Workload& work_;
    BallChain chain_;
    std::vector<Vec3> points_;
};

class DlsFloor {
public:
    explicit DlsFloor(const Workload& work) : work_(work), rest_(ballChain(work.rig)), chain_(rest_)
    {
    }
    Answer operator()(int i)
    {
        chain_.local = rest_.local;
        chain_.place();
        const double tolerance = Workload::kTolerance * work_.reach;
        const int iterations = dlsFloor(chain_, work_.targets[i], tolerance, Workload::kIterations);
        benchmark::DoNotOptimize(chain_);
        return {(chain_.at.back() - work_.targets[i]).norm() <= tolerance, iterations};
    }

private:
    const Workload& work_;
    BallChain rest_;
    BallChain chain_;
};

class TwoBoneFloor {
public:
    explicit TwoBoneFloor(const Workload& work) : work_(work) {}
    Answer operator()(int i)
    {
        const Vec3& target = work_.targets[i];
        benchmark::DoNotOptimize(twoBoneFloor(work_.lengths[0], work_.lengths[1], target,
                                              anyPerpendicular(target.normalized())));
        return {true, 1};
    }

private:
    const Workload& work_;
};

/// The whole of a solve: checks, reading, rotations, measured report.
class Ours {
public:
    Ours(Workload& work, const ik::Solver& solver) :
        work_(work), solver_(solver), problem_(work.rig.problem())
    {
    }
    Answer operator()(int i)
    {
        work_.rig.goals[0].position = work_.targets[i];
        ik::solve(solver_, problem_,
                  {.maxIterations = Workload::kIterations, .tolerance = Workload::kTolerance},
                  workspace_, solution_);
        benchmark::DoNotOptimize(solution_);
        return {solution_.report.status == ik::Status::Reached, solution_.report.iterations};
    }

private:
    Workload& work_;
    const ik::Solver& solver_;
    ik::Problem problem_;
    ik::Workspace workspace_;
    ik::Solution solution_;
};

/// Of a solve of two bones only what its floor does as well: both local rotations for a goal, of a
/// chain that has been read.
class OurFormula {
public:
    explicit OurFormula(Workload& work) : work_(work)
    {
        const ik::Problem problem = work.rig.problem();
        ik::Chain chain;
        extractChain(problem, work.rig.start, Vec3::Zero(), work.rig.goals[0], chain);
        bones_ = readTwoBones(problem, chain, problem.start);
    }
    Answer operator()(int i)
    {
        ik::TwoBoneTurns turns;
        const bool solved = turnTwoBones(bones_, work_.targets[i], 1e-12, turns);
        benchmark::DoNotOptimize(turns);
        return {solved, 1};
    }

private:
    const Workload& work_;
    ik::TwoBones bones_;
};

const std::vector<double> kArm{0.30, 0.27};

void formulaOfTwoBones(benchmark::State& state)
{
    Workload work = workload(kArm);
    for (auto _ : state) compete(state, TwoBoneFloor(work), OurFormula(work));
}

void twoBones(benchmark::State& state)
{
    Workload work = workload(kArm);
    for (auto _ : state)
        compete(state, TwoBoneFloor(work), Ours(work, ik::defaultSolver(work.rig.problem())));
}

/// `fabrik` against its floor; anything else, and the default, against damped least squares.
void chains(benchmark::State& state, const std::vector<double>& lengths, const std::string& id)
{
    Workload work = workload(lengths);
    const ik::Solver& solver =
        id == "default" ? ik::defaultSolver(work.rig.problem()) : *ik::findSolver(id);
    for (auto _ : state) {
        if (id == "fabrik")
            compete(state, FabrikFloor(work), Ours(work, solver));
        else
            compete(state, DlsFloor(work), Ours(work, solver));
    }
}

}  // namespace

void addComparison()
{
    add("others/arm/formula", formulaOfTwoBones);
    add("others/arm/two-bone", twoBones);
    for (const std::string id : {"default", "fabrik", "dls"}) {
        if (id != "default") add("others/arm/" + id, chains, kArm, id);
        for (const int bones : {3, 10, 30, 100})
            add("others/" + std::to_string(bones) + '/' + id, chains,
                std::vector<double>(bones, 1.0), id);
    }
}

}  // namespace posewright::bench

#include "core/ik/trajectory.h"

#include "core/ik/batch/trajectory_range.h"
#include "core/ik/measure.h"
#include "core/ik/model/pins.h"
#include "core/ik/workspace.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kTrajectoryLargestTurn = 0.5;  // [rad]
constexpr double kTrajectoryLongest = 16;       // longest extension of a step
constexpr double kTrajectoryFirstDamping = 1e-6;
constexpr double kTrajectoryLeastDamping = 1e-12;
constexpr double kTrajectoryMostDamping = 1e6;
constexpr double kBeginShare = 0.2;  // share of the progress for the frames' own solves

std::string fault(std::span<const Problem> frames, const TrajectorySettings& settings,
                  std::span<const Solution> begin)
{
    if (frames.empty()) return "there are no frames";
    if (!begin.empty() && begin.size() != frames.size()) return "not every frame has a beginning";
    if (!(settings.smoothness >= 0) || !(settings.closeness > 0))
        return "a weight of the trajectory is not positive";
    const std::span<const double> times = settings.times;
    if (!times.empty() && times.size() != frames.size()) return "not every frame has its time";
    for (std::size_t f = 1; f < times.size(); ++f)
        if (!(times[f] > times[f - 1])) return "the frames are not in order";
    const Problem& first = frames.front();
    for (const Problem& frame : frames) {
        bool same = frame.joints.size() == first.joints.size() &&
                    frame.start.size() == first.joints.size() && frame.rootMoves == first.rootMoves;
        for (std::size_t j = 0; same && j < frame.joints.size(); ++j)
            same = frame.joints[j].parent == first.joints[j].parent &&
                   frame.joints[j].limit.index() == first.joints[j].limit.index();
        if (!same) return "the frames are not of one figure";
    }
    return {};
}

/// The goals of the frames, with pins included.
struct AskedPath {
    std::vector<std::vector<Goal>> goals;
    std::vector<Problem> problems;

    explicit AskedPath(std::span<const Problem> frames) :
        goals(frames.size()), problems(frames.begin(), frames.end())
    {
        for (std::size_t f = 0; f < frames.size(); ++f) {
            problems[f].baseRotation.normalize();
            if (std::ranges::none_of(frames[f].goals, &Goal::pinned)) continue;
            pin(frames[f], goals[f]);
            problems[f].goals = goals[f];
        }
    }
};

// The status of a missed goal: Softened if the frame's own solve met it, since smoothing then moved
// it away; else the status of the own solve.
void judge(std::span<const GoalReport> own, Status settled, Report& report)
{
    report.status = Status::Inactive;
    for (std::size_t g = 0; g < own.size(); ++g) {
        Status& status = report.goals[g].status;
        const Status met = own[g].status;
        const bool shown = status == Status::Reached || status == Status::Softened ||
                           status == Status::Unreachable;
        if (settled == Status::Cancelled)
            status = Status::Cancelled;
        else if (!shown)
            status = met == Status::Reached ? Status::Softened : met;
        report.status = std::max(report.status, status);
    }
}

/// The state of the solve.
struct TrajectoryDescent {
    const TrajectorySettings& settings;
    TrajectoryRange range;
    Trajectory& out;
    double damping = kTrajectoryFirstDamping;
    bool cancelled = false;

    bool told(double share)
    {
        if (settings.observer && !cancelled) cancelled = !settings.observer(share);
        return !cancelled;
    }
    bool goOn()
    {
        return told(kBeginShare +
                    (1 - kBeginShare) * (out.iterations - 1) / settings.maxIterations);
    }
    // False: no step lowers the cost.
    bool step()
    {
        range.begin();
        for (; damping < kTrajectoryMostDamping && !cancelled; damping *= 10) {
            if (!range.findStep(damping, [this] { return goOn(); })) continue;
            for (const double share : {1.0, 0.3, 0.1}) {
                range.takeStep(share, kTrajectoryLargestTurn);
                if (better(range.cost())) {
                    if (share == 1) lengthen();
                    return true;
                }
                range.correctStep(kTrajectoryLargestTurn);
                if (better(range.cost())) return true;
            }
            range.goBack();
        }
        return false;
    }
    // The curvature that the approximation ignores makes steps too short, rarely too long.
    void lengthen()
    {
        double share = 1;
        while (share < kTrajectoryLongest) {
            share *= 2;
            range.takeStep(share, kTrajectoryLargestTurn);
            const double cost = range.cost();
            if (!(cost < out.cost)) {
                range.takeStep(share / 2, kTrajectoryLargestTurn);
                (void)range.cost();
                return;
            }
            out.cost = cost;
        }
    }
    bool better(double cost)
    {
        if (!(cost < out.cost)) return false;
        out.cost = cost;
        damping = std::max(kTrajectoryLeastDamping, damping / 10);
        return true;
    }
    Status descend()
    {
        out.cost = range.cost();
        while (out.iterations < settings.maxIterations && range.width() > 0) {
            ++out.iterations;
            const double before = out.cost;
            const bool better = step();
            if (cancelled) return Status::Cancelled;
            if (!better || before - out.cost <= settings.progress * before) return Status::Reached;
        }
        return range.width() > 0 ? Status::IterationLimit : Status::Reached;
    }
};

bool beginByDefault(std::span<const Problem> frames, const TrajectorySettings& settings,
                    Workspace& workspace, Trajectory& out)
{
    for (std::size_t f = 0; f < frames.size(); ++f) {
        const Problem& frame = frames[f];
        Solution& solution = out.frames[f];
        if (settings.observer &&
            !settings.observer(kBeginShare * double(f) / double(frames.size())))
            return false;
        if (!frame.goals.empty()) {
            // Seeds would let neighbouring frames jump to different branches.
            solve(defaultSolver(frame), frame, {.seeds = 0}, workspace, solution);
            continue;
        }
        solution.rotations.assign(frame.start.begin(), frame.start.end());
        solution.slides.assign(frame.slides.begin(), frame.slides.end());
        solution.rootPosition =
            frame.basePosition + frame.baseRotation * frame.joints.front().offset;
        solution.report.status = Status::Inactive;
    }
    return true;
}

}  // namespace

Trajectory solveTrajectory(std::span<const Problem> frames, const TrajectorySettings& settings,
                           std::span<const Solution> begin)
{
    Trajectory out;
    out.message = fault(frames, settings, begin);
    if (!out.message.empty()) return out;
    Workspace workspace;
    out.frames.assign(begin.begin(), begin.end());
    out.frames.resize(frames.size());
    if (begin.empty() && !beginByDefault(frames, settings, workspace, out)) {
        out.frames.clear();
        out.status = Status::Cancelled;
        return out;
    }
    for (const Solution& frame : out.frames)
        if (frame.report.status == Status::Invalid) {
            out.message = frame.report.message;
            return out;
        }

    const AskedPath asked(frames);
    TrajectoryDescent descent{settings, TrajectoryRange(asked.problems, out.frames, settings), out};
    if (double(descent.range.width()) * descent.range.width() * double(frames.size()) >
        kMostTrajectory) {
        out.message = "so many joints over so many frames are too much for a trajectory";
        return out;
    }
    out.status = descent.descend();
    out.systems = descent.range.systems();
    (void)descent.range.cost();  // updates the steps to the final pose
    out.acceleration = descent.range.largestBend();
    const Settings measured;
    for (std::size_t f = 0; f < frames.size(); ++f) {
        Solution& solution = out.frames[f];
        const std::vector<GoalReport> own = solution.report.goals;
        descent.range.write(static_cast<int>(f), solution);
        Report& report = solution.report;
        report.iterations = out.iterations;
        report.status = Status::Stalled;
        measure(asked.problems[f], measured, workspace, solution);
        judge(own, out.status, report);
    }
    return out;
}

}  // namespace posewright::ik

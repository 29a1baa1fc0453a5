#include "core/evaluate/trajectory_frame.h"

#include "core/evaluate/body_first.h"
#include "core/evaluate/trajectory_solve.h"
#include "core/ik/measure.h"
#include "core/math/rotation.h"

#include <algorithm>

namespace posewright {

namespace {

const Trajectory* trajectoryAt(const Group& group, double frame)
{
    for (const auto& trajectory : group.trajectories)
        if (trajectory->covers(frame)) return trajectory.get();
    return nullptr;
}

/// Solved once, by the first caller.
std::shared_ptr<const TrajectorySolve> solveOf(const Prepared& prepared, const Group& group,
                                               const Trajectory& trajectory,
                                               const std::atomic<bool>* stop)
{
    if (trajectory.ready.load(std::memory_order_acquire)) return trajectory.solve;
    const std::lock_guard lock(trajectory.mutex);
    if (trajectory.ready.load(std::memory_order_relaxed)) return trajectory.solve;
    std::shared_ptr<const TrajectorySolve> solve =
        solveTrajectory(prepared, group, trajectory, stop);
    if (!solve) return nullptr;
    trajectory.solve = solve;
    trajectory.ready.store(true, std::memory_order_release);
    return solve;
}

}  // namespace

TrajectoryFrame::TrajectoryFrame(const Prepared& prepared, const Group& group,
                                 const GroupProblem& asked, double frame, const Scratch& scratch) :
    group_(group),
    frame_(frame)
{
    for (const int l : asked.goalLinks) share_ = std::max(share_, asked.states[l].trajectoryShare);
    trajectory_ = share_ > 0 ? trajectoryAt(group, frame) : nullptr;
    if (trajectory_) solve_ = solveOf(prepared, group, *trajectory_, scratch.stop);
    if (solve_) fault_ = solve_->fault;
    if (!solve_ || !fault_.empty()) share_ = 0;
}

void TrajectoryFrame::show(const GroupProblem& asked, const std::vector<char>& moved,
                           GroupPose& pose) const
{
    const std::vector<double>& frames = trajectory_->frames;
    const int count = static_cast<int>(frames.size());
    const int next =
        static_cast<int>(std::upper_bound(frames.begin(), frames.end(), frame_) - frames.begin());
    const int from = std::max(next - 1, 0);
    const int to = frames[from] == frame_ ? from : std::min(next, count - 1);
    const auto key = [&](int n, auto&& there) -> OffsetKey {
        if (n < 0 || n >= count) return {};
        const TrajectorySolve::Node& node = solve_->nodes[n];
        return {frames[n], there(node) ? &node.pose : nullptr};
    };
    struct Around {
        OffsetKey before, from, to, after;
        bool known() const { return from.solve; }
        bool single() const { return from.solve == to.solve; }
    };
    // If a joint is solved on one side only, use that side for both.
    const auto around = [&](auto&& there) {
        Around a{key(from - 1, there), key(from, there), key(to, there), key(to + 1, there)};
        if (!a.from.solve) a.from = a.to;
        if (!a.to.solve) a.to = a.from;
        return a;
    };
    for (std::size_t j = 0; j < moved.size(); ++j) {
        if (!moved[j]) continue;
        const Around a = around([j](const TrajectorySolve::Node& node) { return node.present[j]; });
        if (!a.known()) continue;
        const int joint = static_cast<int>(j);
        const Quat offset =
            a.single() ? a.from.solve->offset[j]
                       : blendOffset(a.before, a.from, a.to, a.after, joint, frame_, Ends::Free);
        const Quat shown = (asked.base[j] * offset).normalized();
        pose.rotations[j] = share_ >= 1 ? shown : slerp(pose.rotations[j], shown, share_);
        if (pose.travels.empty()) continue;
        const double travel =
            asked.travels[j] +
            (a.single() ? a.from.solve->travel[j]
                        : blendTravel(a.before, a.from, a.to, a.after, joint, frame_, Ends::Free));
        pose.travels[j] += share_ * (travel - pose.travels[j]);
    }
    if (!group_.rootMoves) return;
    const Around a = around([](const TrajectorySolve::Node& node) { return node.pose.active; });
    if (!a.known()) return;
    const Vec3 offset = a.single()
                            ? a.from.solve->rootOffset
                            : blendRootOffset(a.before, a.from, a.to, a.after, frame_, Ends::Free);
    pose.rootOffset += share_ * (offset - pose.rootOffset);
}

ik::Solution TrajectoryFrame::solutionOf(const GroupProblem& asked, const GroupPose& pose) const
{
    ik::Solution solution;
    solution.rotations = pose.rotations;
    solution.slides = pose.travels;
    solution.rootPosition = asked.rootPosition + pose.rootOffset;
    return solution;
}

void TrajectoryFrame::keepExact(const GroupProblem& asked, GroupPose& pose, Scratch& scratch)
{
    if (std::ranges::none_of(asked.goalLinks, [&](int l) { return isExact(asked.states[l]); }))
        return;
    ik::Problem problem = asked.problem(pose.rotations, group_.rootMoves);
    problem.basePosition += pose.rootOffset;
    problem.slides = pose.travels;
    ik::forwardKinematics(problem, pose.rotations, asked.rootPosition + pose.rootOffset,
                          scratch.workspace.positions, scratch.workspace.worldRotations,
                          pose.travels);
    std::vector<ik::Goal> goals = asked.goals;
    for (std::size_t g = 0; g < goals.size(); ++g) {
        ik::Goal& goal = goals[g];
        if (isExact(asked.states[asked.goalLinks[g]]) || goal.pinned || goal.meets() >= 0) continue;
        const Vec3& at = scratch.workspace.positions[goal.effector];
        const Quat& rotation = scratch.workspace.worldRotations[goal.effector];
        const Vec3 way = goal.position - at;
        const Vec3 towards = way.norm() > 0 ? Vec3(way.normalized()) : Vec3(Vec3::UnitZ());
        goal.position = pointFor(goal.kind, {at, rotation, towards});
        if (goal.orientation) goal.orientation = rotation;
        goal.pole.reset();
        goal.soft = 0;
        goal.stretch = 0;
    }
    problem.goals = goals;
    const ik::Solver& solver = chooseSolver(group_, asked, problem);
    solveBodyFirst(solver, problem, evaluationSettings(0), scratch);
    exact_ = scratch.solution.report;
    pose.rotations = scratch.solution.rotations;
    pose.travels = scratch.solution.slides;
    if (group_.rootMoves) pose.rootOffset = scratch.solution.rootPosition - asked.rootPosition;
}

ik::Report TrajectoryFrame::judge(const GroupProblem& asked, const GroupPose& pose,
                                  Scratch& scratch) const
{
    const ik::Problem problem = asked.problem(asked.base, group_.rootMoves);
    ik::Solution& shown = scratch.solution;
    shown = solutionOf(asked, pose);
    shown.report.status = ik::Status::Stalled;
    ik::measure(problem, evaluationSettings(0), scratch.workspace, shown);
    ik::Report& report = shown.report;
    const auto next =
        std::lower_bound(trajectory_->frames.begin(), trajectory_->frames.end(), frame_);
    auto nearest =
        std::min(next - trajectory_->frames.begin(), std::ssize(trajectory_->frames) - 1);
    if (nearest > 0 &&
        frame_ - trajectory_->frames[nearest - 1] < trajectory_->frames[nearest] - frame_)
        --nearest;
    for (std::size_t g = 0; g < asked.goals.size(); ++g) {
        const int l = asked.goalLinks[g];
        ik::Status& status = report.goals[g].status;
        if (isExact(asked.states[l]) && !exact_.goals.empty()) {
            status = exact_.goals[g].status;
        } else if (status != ik::Status::Reached && status != ik::Status::Unreachable &&
                   status != ik::Status::Softened) {
            status = solve_->nodes[nearest].said[l];
            if (status == ik::Status::Inactive || status == ik::Status::Reached)
                status = ik::Status::Softened;
        }
    }
    report.solver = "trajectory";
    report.iterations = solve_->iterations;
    return report;
}

}  // namespace posewright

#include "core/evaluate/trajectory_solve.h"

#include "core/ik/trajectory.h"

#include <algorithm>
#include <cmath>

namespace posewright {

namespace {

/// Weight of smoothness at 24 frames a second. Motion with periods below about the fourth root of
/// it, in frames, is smoothed away; docs/solvers.md measures gain and cost.
constexpr double kSmoothness = 1;
/// Weight of staying close to the start of each frame's own solve, so that a limb with redundant
/// joints keeps the posture of its keys.
constexpr double kCloseness = 1e-5;
constexpr double kExactWeight = 1e4;

/// The same smoothness in seconds at any rate: second differences scale with the square of the
/// frame's length.
double smoothnessAt(double rate)
{
    return std::clamp(kSmoothness * std::pow(rate / 24, 4), 1e-6, 1e6);
}

/// What a trajectory is solved from.
struct Asked {
    std::vector<GroupProblem> frames;
    std::vector<GroupPose> starts;
    std::string content;
};

bool gather(const Prepared& prepared, const Group& group, const Trajectory& trajectory,
            Scratch& scratch, Asked& out)
{
    ContentKey key;
    key.add(smoothnessAt(prepared.doc.clip().rate));
    for (const double frame : trajectory.frames) {
        placeForGroup(prepared, group, frame, scratch);
        GroupProblem asked = makeGroupProblem(prepared, group, frame, scratch);
        GroupPose start = blendedStart(prepared, group, asked, movedJoints(group, asked), frame,
                                       true, scratch.stop);
        if (scratch.stopped()) return false;
        if (prepared.memo) {
            key.add(frame);
            const ik::Problem problem = asked.problem(start.rotations, group.rootMoves);
            addProblem(key, asked, problem, chooseSolver(group, asked, problem));
            for (std::size_t g = 0; g < asked.goals.size(); ++g) {
                key.add(asked.goalLinks[g]);
                key.add(int(isExact(asked.states[asked.goalLinks[g]])));
            }
            for (const Quat& q : start.rotations) key.add(q);
            for (const double travel : start.travels) key.add(travel);
            key.add(start.rootOffset);
        }
        out.frames.push_back(std::move(asked));
        out.starts.push_back(std::move(start));
    }
    out.content = key.text();
    return true;
}

/// Solves each frame by itself; the trajectory starts from these.
bool solveEach(const Group& group, const Asked& asked, Scratch& scratch,
               std::vector<ik::Solution>& out)
{
    out.resize(asked.frames.size());
    for (std::size_t f = 0; f < out.size(); ++f) {
        const GroupProblem& frame = asked.frames[f];
        if (scratch.stopped()) return false;
        if (!frame.goals.empty()) {
            ownSolve(group, frame, asked.starts[f], scratch);
            out[f] = scratch.solution;
            continue;
        }
        out[f].rotations = frame.base;
        out[f].rootPosition = frame.rootPosition;
        out[f].slides = frame.travels;
        out[f].report.status = ik::Status::Inactive;
    }
    return true;
}

TrajectorySolve::Node nodeOf(const Group& group, const GroupProblem& asked,
                             const ik::Solution& solution)
{
    TrajectorySolve::Node node;
    node.pose.active = !asked.goals.empty();
    for (std::size_t j = 0; j < asked.base.size(); ++j)
        node.pose.offset.push_back(
            (asked.base[j].conjugate() * solution.rotations[j]).normalized());
    node.pose.travel = solution.slides;
    for (std::size_t j = 0; j < node.pose.travel.size(); ++j)
        node.pose.travel[j] -= asked.travels[j];
    if (group.rootMoves) node.pose.rootOffset = solution.rootPosition - asked.rootPosition;
    node.present = movedJoints(group, asked);
    node.said.assign(group.links.size(), ik::Status::Inactive);
    for (std::size_t g = asked.goals.size(); g-- > 0;)  // a goal's pins follow it and must not
                                                        // overwrite its status
        node.said[asked.goalLinks[g]] = solution.report.goals[g].status;
    return node;
}

}  // namespace

std::shared_ptr<const TrajectorySolve> solveTrajectory(const Prepared& prepared, const Group& group,
                                                       const Trajectory& trajectory,
                                                       const std::atomic<bool>* stop)
{
    Scratch scratch;
    scratch.stop = stop;
    Asked asked;
    if (!gather(prepared, group, trajectory, scratch, asked)) return nullptr;
    if (prepared.memo)
        if (auto known = prepared.memo->findTrajectory(asked.content)) return known;
    std::vector<ik::Solution> begin;
    if (!solveEach(group, asked, scratch, begin)) return nullptr;

    std::vector<ik::Problem> problems;
    for (std::size_t f = 0; f < asked.frames.size(); ++f) {
        GroupProblem& frame = asked.frames[f];
        const GroupPose& start = asked.starts[f];
        for (std::size_t g = 0; g < frame.goals.size(); ++g)
            if (isExact(frame.states[frame.goalLinks[g]])) frame.goals[g].weight *= kExactWeight;
        problems.push_back(frame.problem(start.rotations, group.rootMoves));
        problems.back().basePosition += start.rootOffset;
        problems.back().slides = start.travels;
    }
    ik::TrajectorySettings settings;
    settings.smoothness = smoothnessAt(prepared.doc.clip().rate);
    settings.closeness = kCloseness;
    settings.heldEnds = true;
    settings.times = trajectory.frames;
    if (stop) settings.observer = [&scratch](double) { return !scratch.stopped(); };
    const ik::Trajectory solved = ik::solveTrajectory(problems, settings, begin);
    if (solved.status == ik::Status::Cancelled) return nullptr;

    auto out = std::make_shared<TrajectorySolve>();
    out->iterations = solved.iterations;
    if (solved.status == ik::Status::Invalid)
        out->fault = "solved frame by frame: " + solved.message;
    else
        for (std::size_t f = 0; f < problems.size(); ++f)
            out->nodes.push_back(nodeOf(group, asked.frames[f], solved.frames[f]));
    if (prepared.memo) prepared.memo->put(asked.content, out);
    return out;
}

}  // namespace posewright

#pragma once

#include "core/evaluate/group_problem.h"

/// Solving a group: its key frames, the start of a frame's solve, and the frame itself. Internal to
/// core/evaluate.
namespace posewright {

/// A pose of a group's joints.
struct GroupPose {
    std::vector<Quat> rotations;     ///< local
    Vec3 rootOffset = Vec3::Zero();  ///< world [m], from the base pose
    std::vector<double> travels;     ///< world [m]; empty if no joint slides
};

/// Places the nodes that this group needs: base pose and earlier groups.
void placeForGroup(const Prepared& prepared, const Group& group, double frame, Scratch& scratch);

/// Seeds (other starts) are for key solves only: a frame between keys must not jump to another
/// branch of solutions than its keys.
ik::Settings evaluationSettings(int seeds);

/// Adds all inputs of a solve to a memo key, except its start and its easing.
void addProblem(ContentKey& key, const GroupProblem& asked, const ik::Problem& problem,
                const ik::Solver& solver);

/// Per joint: may a goal of this frame turn it?
std::vector<char> movedJoints(const Group& group, const GroupProblem& asked);

/// The start of a frame's solve: the base pose with the blended offsets of the key solves. `cut`:
/// use those key solves whose goals were cut short of full reach.
GroupPose blendedStart(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                       const std::vector<char>& moved, double frame, bool cut,
                       const std::atomic<bool>* stop);

/// Solves one frame from `start` into scratch.solution; returns the solver that was used.
const ik::Solver& ownSolve(const Group& group, const GroupProblem& asked, const GroupPose& start,
                           Scratch& scratch);

}  // namespace posewright

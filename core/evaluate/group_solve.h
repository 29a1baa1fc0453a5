#pragma once

#include "core/evaluate/group_problem.h"

/// Solving a group: its key frames, where a frame starts, and the frame itself. Not for use outside
/// core/evaluate.
namespace posewright {

/// A pose of a group's joints.
struct GroupPose {
    std::vector<Quat> rotations;     ///< local
    Vec3 rootOffset = Vec3::Zero();  ///< world [m], from the base pose
    std::vector<double> travels;     ///< world [m]; empty where no joint slides
};

/// Base pose and earlier groups, for the nodes that this group needs.
void placeForGroup(const Prepared& prepared, const Group& group, double frame, Scratch& scratch);

/// Seeds serve key solves only: between keys the pose follows from the keys', and must not leap to
/// another branch.
ik::Settings evaluationSettings(int seeds);

/// All that a solve is computed from, but for where it starts and how it eases.
void addProblem(ContentKey& key, const GroupProblem& asked, const ik::Problem& problem,
                const ik::Solver& solver);

/// Per joint: a goal of this frame may turn it.
std::vector<char> movedJoints(const Group& group, const GroupProblem& asked);

/// The base pose with the key solves' offsets blended onto it: where a frame's own solve starts.
/// `cut`: from the key solves whose goals were cut short of full reach.
GroupPose blendedStart(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                       const std::vector<char>& moved, double frame, bool cut,
                       const std::atomic<bool>* stop);

/// Solves one frame from `start` into scratch.solution; returns the solver that was chosen.
const ik::Solver& ownSolve(const Group& group, const GroupProblem& asked, const GroupPose& start,
                           Scratch& scratch);

}  // namespace posewright

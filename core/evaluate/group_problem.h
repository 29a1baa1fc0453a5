#pragma once

#include "core/evaluate/prepared.h"

namespace posewright {

/// What a constraint of a group does at a frame, and its goal.
struct LinkState {
    const Span* span = nullptr;  ///< null: outside its spans
    bool pursues = false;        ///< it has a goal (Reach, Contact)
    double influence = 0;        ///< 0..1, the product of `fade` and `keyedInfluence`
    double fade = 0;             ///< 0..1, from the fades of the span
    double keyedInfluence = 0;   ///< 0..1, from the influence curve
    bool fadesIn = false;        ///< `fade` is that of the span's start
    double blendShare = 0;       ///< 0: the frame's own solve, 1: blended key solves
    double trajectoryShare = 0;  ///< 0: as above, 1: from the solve of all frames of the trajectory
    Vec3 position = Vec3::Zero();  ///< world, of the goal
    Quat rotation = Quat::Identity();
};

/// A group at a frame, ready to be solved. Owns what ik::Problem borrows.
struct GroupProblem {
    std::vector<ik::Joint> joints;
    std::vector<Quat> base;          ///< local rotations of the base pose, holds included
    std::vector<double> travels;     ///< of the base pose, world [m]; empty if no joint slides
    std::vector<double> slideUnits;  ///< world length of a unit of travel, per joint; or empty
    std::vector<char> driven;        ///< per joint: an acting span turns it, so its limit applies
    Vec3 basePosition = Vec3::Zero();
    Quat baseRotation = Quat::Identity();
    Vec3 rootPosition = Vec3::Zero();  ///< of joint 0 in the base pose, as ik::Solution's
    std::vector<LinkState> states;     ///< one per Group::links
    std::vector<ik::Goal> goals;       ///< one for each link that pursues one, then pins
    std::vector<int>
        goalLinks;  ///< row of Group::links for each goal; pins come after their link's own

    ik::Problem problem(std::span<const Quat> start, bool rootMoves) const
    {
        return {joints, start, basePosition, baseRotation, goals, rootMoves, travels};
    }
};

/// Takes the base pose from the scratch, in which the groups that this one needs are solved
/// already.
GroupProblem makeGroupProblem(const Prepared& prepared, const Group& group, double frame,
                              const Scratch& scratch);

/// The solver that a link names; empty: none.
const std::string& namedSolver(const Link& link, const LinkState& state);

/// The solver to use: the first that a span or constraint of the group names, else the default for
/// the problem.
const ik::Solver& chooseSolver(const Group& group, const GroupProblem& asked,
                               const ik::Problem& problem);

}  // namespace posewright

#pragma once

#include "core/evaluate/prepared.h"

namespace posewright {

/// What one constraint of a group does at a frame, and the goal that it follows.
struct LinkState {
    const Span* span = nullptr;    ///< null: outside its spans
    bool pursues = false;          ///< follows a goal (Reach, Contact)
    double influence = 0;          ///< 0..1, the product of the next two
    double fade = 0;               ///< by the borders of the span
    double keyedInfluence = 0;     ///< by the keys of its influence
    bool fadesIn = false;          ///< the nearer border is the start of the span
    double blendShare = 0;         ///< 0: re-solved, 1: blended key solves
    double trajectoryShare = 0;    ///< 0: as above, 1: as solved with the frames around
    Vec3 position = Vec3::Zero();  ///< world, of the goal
    Quat rotation = Quat::Identity();
};

/// A group at a frame, ready to be solved: owns what ik::Problem borrows.
struct GroupProblem {
    std::vector<ik::Joint> joints;
    std::vector<Quat> base;          ///< local rotations of the base pose, holds included
    std::vector<double> travels;     ///< of the base pose, world [m]; empty where no joint slides
    std::vector<double> slideUnits;  ///< world length of a unit of travel, per joint; or empty
    std::vector<char> driven;        ///< per joint: an acting span turns it, so its limit holds
    Vec3 basePosition = Vec3::Zero();
    Quat baseRotation = Quat::Identity();
    Vec3 rootPosition = Vec3::Zero();  ///< of joint 0 in the base pose, as ik::Solution's
    std::vector<LinkState> states;     ///< one per Group::links
    std::vector<ik::Goal> goals;       ///< of the links that pursue one
    std::vector<int> goalLinks;        ///< row of Group::links, one per goal; pins after their own

    ik::Problem problem(std::span<const Quat> start, bool rootMoves) const
    {
        return {joints, start, basePosition, baseRotation, goals, rootMoves, travels};
    }
};

/// Reads the group off the scratch, where the group's rows hold the base pose with the outcome of
/// the groups it needs.
GroupProblem makeGroupProblem(const Prepared& prepared, const Group& group, double frame,
                              const Scratch& scratch);

/// The solver that a link asks for by name; empty: none in particular.
const std::string& namedSolver(const Link& link, const LinkState& state);

/// The solver that answers: the first that a span or a constraint names, else the default.
const ik::Solver& chooseSolver(const Group& group, const GroupProblem& asked,
                               const ik::Problem& problem);

}  // namespace posewright

#pragma once

#include "core/evaluate/evaluate.h"

#include <optional>
#include <span>
#include <vector>

namespace posewright {

/// A goal that is not part of a document.
struct NodeGoal {
    NodeIndex effector = kNoNode;
    NodeIndex root = kNoNode;         ///< topmost node that may turn; the effector or above it
    Vec3 position = Vec3::Zero();     ///< world [m]
    std::optional<Quat> orientation;  ///< world
    double weight = 1;
    std::optional<Vec3> pole;  ///< point that the chain bends towards, world [m]
    KindOf<NodeIndex>
        kind;  ///< for a loop, `position` and `orientation` are in the met node's frame
};

/// A single solve from a pose, independent of any rig. Owns what ik::Problem borrows.
struct OneSolve {
    std::vector<NodeIndex> nodes;  ///< node of each joint: all paths from the common top to an
                                   ///< effector, or to a joint that it meets
    std::vector<ik::Joint> joints;
    std::vector<Quat> start;     ///< local rotations of the pose
    std::vector<double> slides;  ///< travels of the pose [m]; empty if no joint slides
    std::vector<double> units;   ///< of the slides: world length of one unit in the parent's space
    std::vector<ik::Goal> goals;
    Vec3 basePosition = Vec3::Zero();
    Quat baseRotation = Quat::Identity();

    ik::Problem problem() const
    {
        return {joints, start, basePosition, baseRotation, goals, false, slides};
    }
};

/// Error: a root is not above its effector or the joint that it meets, or two goals have no common
/// ancestor.
Result<OneSolve> makeOneSolve(const Scene& scene, const Evaluation& pose,
                              std::span<const NodeGoal> goals);

/// Local placements of all nodes: those of the pose, with the solution's rotations and travels.
/// Joints of the solution beyond OneSolve::nodes are ignored.
std::vector<Transform> posedLocally(const Scene& scene, const Evaluation& pose,
                                    const OneSolve& solve, const ik::Solution& solution);

/// The same as world placements.
std::vector<WorldTransform> posed(const Scene& scene, const Evaluation& pose, const OneSolve& solve,
                                  const ik::Solution& solution);

}  // namespace posewright

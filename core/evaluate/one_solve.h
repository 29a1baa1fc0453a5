#pragma once

#include "core/evaluate/evaluate.h"

#include <optional>
#include <span>
#include <vector>

namespace posewright {

/// A goal that stands in no document.
struct NodeGoal {
    NodeIndex effector = kNoNode;
    NodeIndex root = kNoNode;         ///< topmost node that may turn; the effector or above it
    Vec3 position = Vec3::Zero();     ///< world [m]
    std::optional<Quat> orientation;  ///< world
    double weight = 1;
    std::optional<Vec3> pole;  ///< a point that the chain bends towards, world [m]
    KindOf<NodeIndex>
        kind;  ///< of a loop, `position` and `orientation` are in the met node's frame
};

/// One solve from a pose, outside any rig: owns what ik::Problem borrows.
struct OneSolve {
    std::vector<NodeIndex>
        nodes;  ///< of each joint: every way from the top to an effector, or to what it meets
    std::vector<ik::Joint> joints;
    std::vector<Quat> start;     ///< local rotations of the pose
    std::vector<double> slides;  ///< travels of the pose [m]; empty where no joint slides
    std::vector<double> units;   ///< of the slides: world lengths per length of the parent
    std::vector<ik::Goal> goals;
    Vec3 basePosition = Vec3::Zero();
    Quat baseRotation = Quat::Identity();

    ik::Problem problem() const
    {
        return {joints, start, basePosition, baseRotation, goals, false, slides};
    }
};

/// Error: a root is not above its effector, or above what that meets, or two goals share no node
/// above both.
Result<OneSolve> makeOneSolve(const Scene& scene, const Evaluation& pose,
                              std::span<const NodeGoal> goals);

/// Local placements of all nodes with the solution's rotations and travels in the place of the
/// pose's. Joints beyond OneSolve::nodes are left out.
std::vector<Transform> posedLocally(const Scene& scene, const Evaluation& pose,
                                    const OneSolve& solve, const ik::Solution& solution);

/// World placements of all nodes with the solution's rotations and travels in the place of the
/// pose's.
std::vector<WorldTransform> posed(const Scene& scene, const Evaluation& pose, const OneSolve& solve,
                                  const ik::Solution& solution);

}  // namespace posewright

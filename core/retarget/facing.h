#pragma once

#include "core/retarget/align.h"

#include <vector>

/// Turns a motion about the vertical, for Options::facing. Internal to core/retarget.
namespace posewright::retarget {

/// A rotation about a vertical axis of the source's world.
struct MotionTurn {
    Quat rotation = Quat::Identity();
    Vec3 about = Vec3::Zero();  ///< a point on the axis
    bool turns = false;         ///< false: poses stay as they are, to the bit

    void apply(std::vector<WorldTransform>& world) const;
};

/// How far the figure's hips are turned about the vertical from its reference pose, positive to its
/// left; 0 if they face up or down. [rad]
double headingOf(const Side& source, const std::vector<WorldTransform>& world);

/// @param first  the motion's first frame; the axis goes through the middle of its thighs
MotionTurn turnFor(const Facing& facing, const Side& source,
                   const std::vector<WorldTransform>& first);

}  // namespace posewright::retarget

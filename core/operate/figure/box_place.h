#pragma once

#include "core/evaluate/evaluate.h"

namespace posewright::operate {

/// Where to put the base of a new box within a hand's reach: in front of the given bone or target's
/// effector, whose limb reaches the middle of its top; without one, in front of the first figure.
/// Never at the place of another prop, and not below the ground unless that bone is.
/// @param beside     None, or any node; nodes other than bones and targets are ignored
/// @param side       of the box [m]
/// @param figure     size of the figure [m]
/// @param otherwise  where there is no bone [m] world
/// @pre shown is of doc
Vec3 boxPlace(const Document& doc, const Evaluation& shown, NodeId beside, double side,
              double figure, const Vec3& otherwise);

}  // namespace posewright::operate

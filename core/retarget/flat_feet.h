#pragma once

#include "core/retarget/align.h"
#include "core/retarget/reference_pose.h"
#include "core/retarget/walk.h"

#include <vector>

/// Feet in reference poses. Internal to core/retarget.
namespace posewright::retarget {

/// The reference pose with each foot turned about its ankle so that it is level where it is level
/// while it stands: many skeletons have their legs apart at rest and soles that lie in no floor.
/// What stands are feet whose ankle and ball are both as low as they usually come; of their
/// directions up, the median counts. Their standing heights are set, too. Feet that have skin stay,
/// as do those that hardly ever stand, or that would turn so far that they more likely stand on
/// their toes. O(poses * log(poses)).
/// @param pose   local transforms of the reference pose
/// @param shown  world transforms of poses in the motion
ReferencePose withFlatFeet(const Scene& scene, const Figure& figure, std::vector<Transform> pose,
                           const std::vector<std::vector<WorldTransform>>& shown);

/// Likewise, of a motion, if soles of the target are seen; else the reference pose as it is.
/// @param pose    local transforms of the source's reference pose
/// @param frames  of the whole motion
ReferencePose asItStands(const Walk& walk, const Side& source, const std::vector<Transform>& pose,
                         const Side& target, const std::vector<double>& frames);

}  // namespace posewright::retarget

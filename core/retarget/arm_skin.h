#pragma once

#include "core/math/transform.h"
#include "core/retarget/figure.h"

#include <vector>

/// The skin of forearms and hands. Internal to core/retarget.
namespace posewright::retarget {

struct ArmSpot {
    NodeIndex row = kNoNode;  ///< the bone that moves it most
    Vec3 at = Vec3::Zero();   ///< in the frame of that
    double along = 0;         ///< where it rests on the line from the elbow, 0, to the wrist, 1
};

/// Vertices that the forearm and the bones below it move most, from the middle of the forearm on,
/// evenly chosen: nearer to the elbow, arms of broad bodies are in them by design. What hangs on
/// them, such as a sword, is none of it. O(nodes + vertices)
/// @param rests world transforms of a reference pose
/// @param most  spots
std::vector<ArmSpot> skinOfForearm(const Scene& scene, const Figure& figure,
                                   const std::vector<WorldTransform>& rests, BodySide side,
                                   std::size_t most);

}  // namespace posewright::retarget

#pragma once

#include <vector>

/// How feet are kept out of the floor. Internal to core/retarget.
namespace posewright::retarget {

/// What a foot does at one frame so that its skin stays out of the floor.
struct Footing {
    double levels = 0;  ///< share of the way to level that the foot turns
    double bends = 0;   ///< likewise, of its toes
    double lift = 0;    ///< how far it is lifted [m]
    double tilt = 0;    ///< the way to level [rad]
    double droop = 0;   ///< likewise, of its toes
};

/// Footings that are hardly smaller at any frame and change gradually: the largest nearby, in the
/// mean over a window. A foot turns by that share of its own way to level, but not by more than
/// twice the angle by which it turns nearby: a standing foot that tilts by half a degree and has to
/// be level does not ask for a level foot a moment later, when it is pitched by 30. Frames where
/// nothing is large nearby stay as they are.
/// @param frames  at each, one per leg
/// @param rate    [frames/s]
std::vector<std::vector<Footing>> smoothed(const std::vector<std::vector<Footing>>& frames,
                                           double rate);

}  // namespace posewright::retarget

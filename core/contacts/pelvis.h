#pragma once

#include "core/math/transform.h"

#include <vector>

/// Where the pelvis goes so that planted feet are reached without a knee that locks.
namespace posewright::contacts {

/// A leg over time, one value a frame.
struct Leg {
    std::vector<Vec3> hip;       ///< as shown, world [m]
    std::vector<Vec3> ankle;     ///< as shown, world [m]
    std::vector<Vec3> wanted;    ///< the ankle's place, world [m]; as shown where nothing is asked
    std::vector<double> weight;  ///< how much it is asked for, 0..1
    double length = 1;           ///< thigh and shin [m]
};

/// By how much the pelvis is moved at each frame, so that legs are as long as they are shown: least
/// moves, smoothed over time; then as much more as a leg lacks that would be longer than it is.
/// @param rate [frames/s]
/// @return [m] world, one a frame
/// @pre all have as many frames
std::vector<Vec3> pelvisMoves(const std::vector<Leg>& legs, double rate);

}  // namespace posewright::contacts

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
    std::vector<double> weight;  ///< 0..1 of the knee's turn: spans fade joints, not places
    double length = 1;           ///< thigh and shin [m]
};

/// By how much the pelvis is moved at each frame: the least squares, over all frames at once, of
/// how far knees turn from where they are shown, how far the pelvis goes, and how it is pushed; a
/// leg that would be longer than it is counts most. Gauss and Newton's steps, each a band of three
/// numbers a frame. O(frames).
/// @param rate [frames/s]
/// @return [m] world, one a frame
/// @pre all have as many frames
std::vector<Vec3> pelvisMoves(const std::vector<Leg>& legs, double rate);

}  // namespace posewright::contacts

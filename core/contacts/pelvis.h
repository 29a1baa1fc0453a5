#pragma once

#include "core/math/transform.h"

#include <vector>

/// Moves the pelvis so that planted feet are reached without locked knees.
namespace posewright::contacts {

/// A leg over time, one value per frame.
struct Leg {
    std::vector<Vec3> hip;    ///< as shown, world [m]
    std::vector<Vec3> ankle;  ///< as shown, world [m]
    std::vector<Vec3>
        wanted;  ///< where the ankle should be, world [m]; as shown if nothing is asked
    std::vector<double>
        weight;         ///< 0..1, weight of the knee's turn, since spans fade joints, not positions
    double length = 1;  ///< thigh plus shin [m]
    double least = 0;   ///< thigh minus shin, and a little [m]: a folded leg is not shorter
};

/// The move of the pelvis at each frame. Least squares over all frames at once of the knees' turn
/// from where they are shown, the pelvis's move and its acceleration; legs that would have to be
/// longer than they are weigh most. Gauss-Newton with a banded system of three unknowns per frame.
/// O(frames).
/// @param rate [frames/s]
/// @return [m] world, one per frame
/// @pre all lists have the same number of frames
std::vector<Vec3> pelvisMoves(const std::vector<Leg>& legs, double rate);

}  // namespace posewright::contacts

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
    std::vector<bool> swings;  ///< where the ankle may be moved, too; empty: the leg is only led
                               ///< around its stances
    std::vector<Vec3> off;     ///< if it swings: from the ankle as captured to `wanted` [m]
};

/// World, one per frame [m].
struct Moves {
    std::vector<Vec3> pelvis;
    std::vector<std::vector<Vec3>> ankles;  ///< of each leg, zero where it does not swing
};

/// The move of the pelvis at each frame, and of ankles that swing. Least squares over all frames at
/// once of the knees' turn from where they are shown, the moves, and their acceleration beyond that
/// of the jitter which holding takes out of the feet; legs that would have to be longer than they
/// are weigh most. Feet that are wanted where they are shown move nothing, within those legs.
/// Gauss-Newton with a banded system of three unknowns per frame for the pelvis and for each ankle
/// that swings. O(frames).
/// @param rate [frames/s]
/// @pre all lists that are not empty have the same number of frames
Moves pelvisMoves(const std::vector<Leg>& legs, double rate);

}  // namespace posewright::contacts

#pragma once

#include "core/math/transform.h"
#include "core/motion/curve.h"

#include <array>
#include <span>

namespace posewright::edit {

/// Bezier curves with automatic handles and few keys that pass every point within its tolerance
/// `within` [m]. Keys are only on rows with `mayKey`. Starts from the two ends and adds a key where
/// an interval deviates most, until none deviates too far or no row is left. O(points * log points)
/// in the usual case.
/// @pre frames strictly increase and are as many as points, mayKey and within; there is at least
/// one; tolerances are not negative
std::array<Curve, 3> fitPath(std::span<const double> frames, std::span<const Vec3> points,
                             std::span<const char> mayKey, std::span<const double> within);

}  // namespace posewright::edit

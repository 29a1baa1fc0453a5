#pragma once

#include "core/math/transform.h"
#include "core/motion/curve.h"

#include <array>
#include <span>

namespace posewright::edit {

/// Curves through as few of the points as keep each of them within its tolerance [m]: Bezier with
/// automatic handles, keys only on rows where `mayKey`. Starts from the two ends and, in each
/// interval that strays, puts a key where it strays most, until none does or no row is left.
/// O(points * log points) in the usual case.
/// @pre frames strictly increase and are as many as points, mayKey and within; there is at least
/// one; tolerances are not negative
std::array<Curve, 3> fitPath(std::span<const double> frames, std::span<const Vec3> points,
                             std::span<const char> mayKey, std::span<const double> within);

}  // namespace posewright::edit

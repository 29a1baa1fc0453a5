#pragma once

#include <Eigen/Core>

namespace posewright {

using Vec2 = Eigen::Vector2d;

/// The point nearest to `p` on the ellipse with the semi-axes `a` and `b` (> 0) along x and y.
/// Newton's method on the ellipse equation and the tangent condition, from a side where it cannot
/// overshoot, as in Aristidou & Lasenby, FABRIK, 2011, section 4.3; the start is that of Eberly,
/// Distance from a point to an ellipse, 2013.
Vec2 nearestOnEllipse(double a, double b, const Vec2& p);

}  // namespace posewright

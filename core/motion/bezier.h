#pragma once

namespace posewright {

/// A cubic Bezier coordinate from 0 to `end` over t in [0, 1], given its two inner control values.
/// Exactly 0 at t = 0 and `end` at t = 1.
inline double bezier(double inner1, double inner2, double end, double t)
{
    const double s = 1 - t;
    if (t == 1) return end;
    return t * (3 * s * (s * inner1 + t * inner2) + t * t * end);
}

/// The parameter t in [0, 1] at which bezier(x1, x2, 1, t) passes `x`; clamped to the ends.
///
/// Newton's method inside a shrinking bracket: it always ends, and has the same bits everywhere,
/// since it uses no library function. Exact to the last bits of t where the curve is not flat; in a
/// flat stretch any t there may result.
/// @pre the coordinate is monotonic, as it is for all inner values in [0, 1]
double bezierParameter(double x1, double x2, double x);

}  // namespace posewright

#include "core/math/ellipse.h"

#include <algorithm>
#include <cmath>

namespace posewright {

Vec2 nearestOnEllipse(double a, double b, const Vec2& p)
{
    // Mirror into the first quadrant and scale the longer semi-axis to 1.
    const double unit = std::max(a, b);
    const double e = a / unit;
    const double f = b / unit;
    const double x = std::abs(p.x()) / unit;
    const double y = std::abs(p.y()) / unit;

    // Inside on the longer axis near the centre, the nearest point lies off that axis.
    const double least = std::min(e, f);
    const double along = e >= f ? x : y;
    if ((e >= f ? y : x) == 0 && along < 1 - least * least) {
        const double u = along / (1 - least * least);
        const double v = std::sqrt(std::max(0.0, 1 - u * u));
        return {std::copysign(a * (e >= f ? u : v), p.x()),
                std::copysign(b * (e >= f ? v : u), p.y())};
    }

    // The nearest point is (e^2 x / (t + e^2), f^2 y / (t + f^2)), where t is the root of a convex,
    // decreasing function; Newton's method converges to it from the left.
    double t = std::max(e * x - e * e, f * y - f * f);
    double u = 0;
    double v = 0;
    for (int i = 0; i < 100; ++i) {
        u = e * x / (t + e * e);
        v = f * y / (t + f * f);
        const double value = u * u + v * v - 1;
        const double slope = -2 * (u * u / (t + e * e) + v * v / (t + f * f));
        if (!(value > 0) || !(slope < 0)) break;
        const double next = t - value / slope;
        if (!(next > t)) break;
        t = next;
    }
    const double norm = std::hypot(u, v);
    if (!(norm > 0)) return {std::copysign(a, p.x()), 0};
    return {std::copysign(a * u / norm, p.x()), std::copysign(b * v / norm, p.y())};
}

}  // namespace posewright

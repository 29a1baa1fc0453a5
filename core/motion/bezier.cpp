#include "core/motion/bezier.h"

#include <cmath>

namespace posewright {

double bezierParameter(double x1, double x2, double x)
{
    if (!(x > 0)) return 0;
    if (!(x < 1)) return 1;
    // Halving alone needs 53 steps for a full mantissa near 1; small roots may need some more.
    constexpr int kMostSteps = 80;
    double low = 0;
    double high = 1;
    double t = x;
    for (int step = 0; step < kMostSteps; ++step) {
        const double error = bezier(x1, x2, 1, t) - x;
        if (error == 0) return t;
        (error < 0 ? low : high) = t;
        const double s = 1 - t;
        const double slope = 3 * (s * s * x1 + 2 * s * t * (x2 - x1) + t * t * (1 - x2));
        double next = t - error / slope;
        const double middle = low + (high - low) / 2;
        // A Newton step has to stay inside and to be worth more than halving every other time.
        const bool trusted = slope > 0 && next > low && next < high;
        if (!trusted || (step >= 8 && step % 2 == 1)) next = middle;
        if (std::abs(next - t) <= 1e-17 || next == t) return next;
        t = next;
    }
    return t;
}

}  // namespace posewright

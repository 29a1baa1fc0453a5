#include "core/motion/bezier.h"

namespace posewright {

double bezierParameter(double x1, double x2, double x)
{
    if (!(x > 0)) return 0;
    if (!(x < 1)) return 1;
    const double c1 = 3 * x1;
    const double c2 = 3 * (x2 - 2 * x1);
    const double c3 = 1 + 3 * (x1 - x2);
    // Half the second derivative is at most about 10. After a Newton step the error is that, over
    // the slope, times the step squared. The step is the last one if that is below the last bit of
    // t.
    constexpr double kLastBit = 1e-17;
    constexpr double kHalfCurvature = 10;
    // Bisection alone needs 53 steps for a full mantissa near 1, and a few more for small roots.
    constexpr int kMostSteps = 80;
    double low = 0;
    double high = 1;
    double t = x;
    for (int count = 0; count < kMostSteps; ++count) {
        const double error = ((c3 * t + c2) * t + c1) * t - x;
        if (error == 0) return t;
        (error < 0 ? low : high) = t;
        const double slope = (3 * c3 * t + 2 * c2) * t + c1;
        const double step = error / slope;
        double next = t - step;
        if (slope > 0 && next > low && next < high) {
            if (kHalfCurvature * step * step <= kLastBit * slope) return next;
            // If Newton has not converged by now, it creeps or oscillates: alternate it with
            // bisection.
            if (count >= 8 && count % 2 == 1) next = low + (high - low) / 2;
        } else {
            next = low + (high - low) / 2;
        }
        if (next == t) return t;
        t = next;
    }
    return t;
}

}  // namespace posewright

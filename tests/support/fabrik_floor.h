#pragma once

#include "core/math/transform.h"

#include <cmath>

namespace posewright::test {

/// The floor that solvers are timed against: the textbook loop as the least code that does the
/// work, on points alone. The time of one of its iterations on ten joints is the unit U. Returns
/// the number of iterations.
inline int fabrikFloor(Vec3* points, const double* lengths, int bones, const Vec3& target,
                       double tolerance, int maxIterations)
{
    const Vec3 root = points[0];
    int iterations = 0;
    while ((points[bones] - target).squaredNorm() > tolerance * tolerance &&
           iterations < maxIterations) {
        ++iterations;
        points[bones] = target;
        for (int i = bones - 1; i >= 0; --i) {
            const Vec3 v = points[i] - points[i + 1];
            points[i] = points[i + 1] + (lengths[i] / std::sqrt(v.squaredNorm())) * v;
        }
        points[0] = root;
        for (int i = 0; i < bones; ++i) {
            const Vec3 v = points[i + 1] - points[i];
            points[i + 1] = points[i] + (lengths[i] / std::sqrt(v.squaredNorm())) * v;
        }
    }
    return iterations;
}

}  // namespace posewright::test

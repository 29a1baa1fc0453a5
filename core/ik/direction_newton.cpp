#include "core/ik/direction_newton.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kLargestStep = 1.0;  // [rad]
constexpr int kPatience = 12;         // iterations without a better error

// The end of the chain and J J^T, in one pass.
struct Normal {
    double x = 0, y = 0, z = 0;
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

    void add(double d, double ux, double uy, double uz)
    {
        const double dd = d * d;
        x += d * ux;
        y += d * uy;
        z += d * uz;
        // 1 - ux^2 loses digits where the bone lies along x.
        xx += dd * (uy * uy + uz * uz);
        yy += dd * (ux * ux + uz * uz);
        zz += dd * (ux * ux + uy * uy);
        xy -= dd * ux * uy;
        xz -= dd * ux * uz;
        yz -= dd * uy * uz;
    }

    // (J J^T + damping I)^-1 e, by LDL^T.
    Vec3 solve(const Vec3& e, double damping) const
    {
        const double d0 = xx + damping;
        const double l1 = xy / d0;
        const double l2 = xz / d0;
        const double d1 = yy + damping - l1 * xy;
        const double m = yz - l1 * xz;
        const double l3 = m / d1;
        const double d2 = std::max(zz + damping - l2 * xz - l3 * m, damping);
        const double b1 = e.y() - l1 * e.x();
        const double b2 = e.z() - l2 * e.x() - l3 * b1;
        const double z2 = b2 / d2;
        const double z1 = b1 / d1 - l3 * z2;
        return {e.x() / d0 - l1 * z1 - l2 * z2, z1, z2};
    }
};

}  // namespace

Outcome newtonOnDirections(Chain& chain, const Goal& asked, const Vec3& goal, double tolerance,
                           int before, int maxIterations, const Watch& watch)
{
    const int n = chain.bones();
    double* const x = chain.x.data();
    double* const y = chain.y.data();
    double* const z = chain.z.data();
    const double* const d = chain.length.data();
    const double damping = 1e-15 * chain.reach * chain.reach;

    Normal normal;
    for (int i = 0; i < n; ++i) normal.add(d[i], x[i], y[i], z[i]);

    Outcome outcome;
    double best = HUGE_VAL;
    int since = 0;
    for (int it = before;; ++it) {
        const Vec3 e(goal.x() - normal.x, goal.y() - normal.y, goal.z() - normal.z);
        outcome.error = e.norm();
        outcome.iterations = it;
        if (it > before && watch && !watch.chain(asked, chain, it, outcome.error)) {
            outcome.stop = Stop::Cancelled;
            return outcome;
        }
        if (outcome.error <= tolerance) return outcome;
        if (outcome.error < best) {
            best = outcome.error;
            since = 0;
        } else if (++since > kPatience) {
            outcome.stop = Stop::Stagnated;
            return outcome;
        }
        if (it >= maxIterations) {
            outcome.stop = Stop::Exhausted;
            return outcome;
        }

        Vec3 f = normal.solve(e, damping);
        if (f.norm() * chain.longest > kLargestStep) {
            double largest = 0;
            for (int i = 0; i < n; ++i) {
                const double along = f.x() * x[i] + f.y() * y[i] + f.z() * z[i];
                largest = std::max(largest, d[i] * d[i] * (f.squaredNorm() - along * along));
            }
            if (largest > kLargestStep * kLargestStep) f *= kLargestStep / std::sqrt(largest);
        }

        normal = {};
        for (int i = 0; i < n; ++i) {
            const double along = d[i] * (f.x() * x[i] + f.y() * y[i] + f.z() * z[i]);
            double ux = x[i] + d[i] * f.x() - along * x[i];
            double uy = y[i] + d[i] * f.y() - along * y[i];
            double uz = z[i] + d[i] * f.z() - along * z[i];
            const double scale = 1 / std::sqrt(ux * ux + uy * uy + uz * uz);
            ux *= scale;
            uy *= scale;
            uz *= scale;
            x[i] = ux;
            y[i] = uy;
            z[i] = uz;
            normal.add(d[i], ux, uy, uz);
        }
    }
}

}  // namespace posewright::ik

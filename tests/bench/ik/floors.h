#pragma once

#include "core/math/transform.h"
#include "tests/support/fabrik_floor.h"

#include <cmath>
#include <vector>

/// The least code that does the work of a solver, written plainly: what solvers are timed against.
/// fabrikFloor is the third of them.
namespace posewright::bench {

/// A chain of ball joints: local rotations, every bone along x of its joint.
struct BallChain {
    std::vector<Quat> local;
    std::vector<double> length;
    std::vector<Quat> world;  ///< scratch
    std::vector<Vec3> at;     ///< scratch: joints and end
    double reach = 0;

    void place()
    {
        const std::size_t n = local.size();
        world.resize(n);
        at.resize(n + 1);
        at[0].setZero();
        for (std::size_t i = 0; i < n; ++i) {
            world[i] = i == 0 ? local[0] : Quat(world[i - 1] * local[i]);
            at[i + 1] = at[i] + world[i] * Vec3(length[i], 0, 0);
        }
    }
};

/// Damped least squares in O(bones): J J^T = sum |r|^2 I - r r^T, a turn of r x f per joint;
/// damping 0.02 L sqrt(n), errors cut to L/4, turns to one radian. Returns the iterations.
inline int dlsFloor(BallChain& chain, const Vec3& target, double tolerance, int maxIterations)
{
    const int n = static_cast<int>(chain.local.size());
    const double lambda = 0.02 * chain.reach;
    for (int it = 0;; ++it) {
        chain.place();
        const Vec3& end = chain.at[n];
        Vec3 e = target - end;
        const double off = e.norm();
        if (off <= tolerance || it >= maxIterations) return it;
        if (off > 0.25 * chain.reach) e *= 0.25 * chain.reach / off;
        Mat3 normal = lambda * lambda * n * Mat3::Identity();
        for (int i = 0; i < n; ++i) {
            const Vec3 r = end - chain.at[i];
            normal += r.squaredNorm() * Mat3::Identity() - r * r.transpose();
        }
        const Vec3 f = normal.inverse() * e;
        double most = 0;
        for (int i = 0; i < n; ++i)
            most = std::max(most, (end - chain.at[i]).cross(f).squaredNorm());
        const double share = most > 1 ? 1 / std::sqrt(most) : 1;
        for (int i = 0; i < n; ++i) {
            const Vec3 w = 0.5 * share * (end - chain.at[i]).cross(f);
            const Vec3 v = i == 0 ? w : Vec3(chain.world[i - 1].conjugate() * w);
            chain.local[i] = (Quat(1, v.x(), v.y(), v.z()) * chain.local[i]).normalized();
        }
    }
}

/// Local rotations for a chain through `points`: of each bone the least arc from x, which asks
/// nothing of the bones before it or of how the bone lay.
inline void turnOnto(BallChain& chain, const Vec3* points)
{
    Quat above = Quat::Identity();
    for (std::size_t i = 0; i < chain.local.size(); ++i) {
        const Vec3 u = (points[i + 1] - points[i]) / chain.length[i];
        const Quat world = Quat(1 + u.x(), 0, -u.z(), u.y()).normalized();
        chain.local[i] = above.conjugate() * world;
        above = world;
    }
}

/// Two bones by the law of cosines, with both rotations: the knee towards `side`, a unit vector
/// perpendicular to the target's direction.
struct TwoBones {
    Quat upper;
    Quat lower;
};
inline TwoBones twoBoneFloor(double a, double b, const Vec3& target, const Vec3& side)
{
    const double c = std::clamp(target.norm(), std::abs(a - b), a + b);
    const Vec3 axis = target.normalized();
    const double along = (a * a + c * c - b * b) / (2 * c);
    const double height = std::sqrt(std::max(0.0, a * a - along * along));
    const Vec3 knee = along * axis + height * side;
    const auto onto = [](const Vec3& u) {
        // The least arc from x.
        return Quat(1 + u.x(), 0, -u.z(), u.y()).normalized();
    };
    TwoBones out;
    out.upper = onto(knee / a);
    out.lower = out.upper.conjugate() * onto((c * axis - knee) / b);
    return out;
}

}  // namespace posewright::bench

#pragma once

#include "core/math/hamilton.h"
#include "core/math/transform.h"
#include "tests/support/fabrik_floor.h"
#include "tests/support/ik_sets.h"

#include <cmath>
#include <vector>

/// The least code that does the work of a solver, written plainly: what solvers are timed against.
/// fabrikFloor is the third of them.
namespace posewright::bench {

/// A chain of ball joints: local rotations, every bone along x of its joint.
struct BallChain {
    std::vector<Quat> local;
    std::vector<double> length;
    std::vector<Hamilton> world;  ///< scratch
    std::vector<Vec3> at;         ///< scratch: joints and end
    std::vector<Vec3> turn;       ///< scratch: of each joint
    double reach = 0;

    Vec3 bone(std::size_t i) const
    {
        const Hamilton& q = world[i];
        return length[i] * Vec3(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z),
                                2 * (q.x * q.z - q.w * q.y));
    }
    void place()
    {
        const std::size_t n = local.size();
        world.resize(n);
        at.resize(n + 1);
        turn.resize(n);
        at[0].setZero();
        for (std::size_t i = 0; i < n; ++i) {
            world[i] = i == 0 ? Hamilton(local[0]) : world[i - 1] * Hamilton(local[i]);
            at[i + 1] = at[i] + bone(i);
        }
    }
};

/// The chain of a rig through points, as it starts.
inline BallChain ballChain(const test::Rig& rig)
{
    BallChain chain;
    const std::size_t bones = rig.joints.size() - 1;
    chain.local.assign(rig.start.begin(), rig.start.begin() + bones);
    for (std::size_t i = 1; i <= bones; ++i) {
        chain.length.push_back(rig.joints[i].offset.x());
        chain.reach += chain.length.back();
    }
    return chain;
}

/// Damped least squares in O(bones): J J^T = sum |r|^2 I - r r^T, a turn of r x f per joint;
/// damping 0.02 L sqrt(n), errors cut to L/4, turns to one radian. Bones turn in the world, one on
/// top of the other; local rotations are read off at the end. Returns the iterations.
/// @pre the chain is placed; it is so afterwards
inline int dlsFloor(BallChain& chain, const Vec3& target, double tolerance, int maxIterations)
{
    const int n = static_cast<int>(chain.local.size());
    const double damping = 0.02 * 0.02 * chain.reach * chain.reach * n;
    const double cut = 0.25 * chain.reach;
    Vec3* const at = chain.at.data();
    Vec3* const turn = chain.turn.data();
    Hamilton* const world = chain.world.data();
    int it = 0;
    for (;; ++it) {
        const Vec3 end = at[n];
        Vec3 e = target - end;
        const double off = e.squaredNorm();
        if (off <= tolerance * tolerance || it >= maxIterations) break;
        if (off > cut * cut) e *= cut / std::sqrt(off);
        double xx = damping, yy = damping, zz = damping, xy = 0, xz = 0, yz = 0;
        for (int i = 0; i < n; ++i) {
            const Vec3 r = end - at[i];
            xx += r.y() * r.y() + r.z() * r.z();
            yy += r.x() * r.x() + r.z() * r.z();
            zz += r.x() * r.x() + r.y() * r.y();
            xy -= r.x() * r.y();
            xz -= r.x() * r.z();
            yz -= r.y() * r.z();
        }
        Mat3 normal;
        normal << xx, xy, xz, xy, yy, yz, xz, yz, zz;
        const Vec3 f = normal.inverse() * e;
        double most = 0;
        for (int i = 0; i < n; ++i) {
            turn[i] = (end - at[i]).cross(f);
            most = std::max(most, turn[i].squaredNorm());
        }
        const double half = most > 1 ? 0.5 / std::sqrt(most) : 0.5;
        Hamilton turned;
        for (int i = 0; i < n; ++i) {
            const Vec3 w = half * turn[i];
            turned = turned * Hamilton(1, w.x(), w.y(), w.z()).unit();
            world[i] = turned * world[i];
            at[i + 1] = at[i] + chain.bone(i);
        }
    }
    for (int i = 0; it > 0 && i < n; ++i)
        chain.local[i] = (i == 0 ? world[0] : world[i - 1].conjugate() * world[i]).quat();
    return it;
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
struct BothTurns {
    Quat upper;
    Quat lower;
};
inline BothTurns twoBoneFloor(double a, double b, const Vec3& target, const Vec3& side)
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
    BothTurns out;
    out.upper = onto(knee / a);
    out.lower = out.upper.conjugate() * onto((c * axis - knee) / b);
    return out;
}

}  // namespace posewright::bench

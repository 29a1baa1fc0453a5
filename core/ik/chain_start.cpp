#include "core/ik/chain_start.h"

#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kSwingFrom = 0.2;  // of the reach: Evaluation, step 5
constexpr double kSwingTo = 0.6;
constexpr double kKick = 0.01;    // [rad]
constexpr double kOnLine = 1e-6;  // [rad]

double smoothstep(double t)
{
    t = std::clamp(t, 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

// The root mean square angle between the bones and one line, for small angles.
double spread(const Chain& chain, const Vec3& axis)
{
    double sum = 0;
    for (int i = 0; i < chain.bones(); ++i)
        sum += chain.length[i] * chain.direction(i).cross(axis).squaredNorm();
    return std::sqrt(sum / chain.reach);
}

int firstBone(const Chain& chain)
{
    int i = 0;
    while (chain.length[i] <= 0) ++i;
    return i;
}

// A vector that is fixed in the joint of `bone` and perpendicular to the bone, in the world.
Vec3 preferredBend(const Problem& problem, const Chain& chain, int bone)
{
    Quat frame = chain.root;
    for (int i = 1; i <= bone; ++i) frame = frame * problem.start[chain.joints[i]];
    return frame * anyPerpendicular(problem.joints[chain.joints[bone + 1]].offset.normalized());
}

}  // namespace

void swingTowards(Chain& chain, const Vec3& goal)
{
    const Vec3 chord = chain.chord();
    const double from = chord.norm();
    const double to = goal.norm();
    const double share = std::min(from, to) / chain.reach;
    const double weight = smoothstep((share - kSwingFrom) / (kSwingTo - kSwingFrom));
    if (weight <= 0) return;
    const Quat arc = leastArc(chord / from, goal / to);
    chain.turn(weight < 1 ? slerp(Quat::Identity(), arc, weight) : arc);
}

void turnToPole(Chain& chain, const Vec3& axis, const Vec3& pole)
{
    Vec3 bend = chain.bend();
    Vec3 side = pole;
    bend -= axis * axis.dot(bend);
    side -= axis * axis.dot(side);
    if (bend.norm() < 1e-6 * chain.reach || side.norm() < 1e-9 * chain.reach) return;
    const double angle = std::atan2(axis.dot(bend.cross(side)), bend.dot(side));
    if (std::abs(angle) > 1e-10) chain.turn(fromRotationVector(axis * angle));
}

bool unlock(const Problem& problem, Chain& chain, const Vec3& goal, const std::optional<Vec3>& pole)
{
    const int first = firstBone(chain);
    const Vec3 axis = chain.direction(first);
    const double off = spread(chain, axis);
    if (off >= kKick) return false;

    Vec3 side = preferredBend(problem, chain, first);
    if (pole) {
        const Vec3 line = goal.squaredNorm() > 0 ? Vec3(goal.normalized()) : axis;
        const Vec3 lateral = *pole - line * line.dot(*pole);
        if (lateral.norm() > 1e-9 * chain.reach) side = lateral;
    }
    side -= axis * axis.dot(side);
    if (side.squaredNorm() < 1e-20) side = anyPerpendicular(axis);
    const Vec3 about = axis.cross(side.normalized());
    const double kick = kKick * (1 - off / kKick) * (1 - off / kKick);
    double along = 0;
    for (int i = 0; i < chain.bones(); ++i) {
        const double middle = (along + chain.length[i] / 2) / chain.reach;
        along += chain.length[i];
        const Vec3 u = chain.direction(i);
        chain.setDirection(i, (u + kick * (1 - 2 * middle) * about.cross(u)).normalized());
    }
    return off < kOnLine;
}

void straightenTo(Chain& chain, const Vec3& goal)
{
    const double distance = goal.norm();
    const Vec3 axis = goal / distance;
    const double slack = chain.reach - chain.chord().dot(axis);
    const double wanted = chain.reach - distance;
    if (!(wanted > 0) || wanted >= slack) return;
    const double s = std::sqrt(wanted / slack);
    for (int i = 0; i < chain.bones(); ++i) {
        const Vec3 u = s * chain.direction(i) + (1 - s) * axis;
        const double norm = u.norm();
        if (norm > 1e-9) chain.setDirection(i, u / norm);
    }
}

}  // namespace posewright::ik

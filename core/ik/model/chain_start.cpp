#include "core/ik/model/chain_start.h"

#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kSwingWhole = 0.9;         // of the reach
constexpr double kChainStartKick = 1e-3;    // [rad] looks straight to an animator
constexpr double kChainStartOnLine = 1e-6;  // [rad]
constexpr double kNowhere = 1e-18;

// The root mean square angle between the bones and the axis, for small angles; if it is larger than
// `most`, `most`.
double spread(const Chain& chain, const Vec3& axis, double most)
{
    double sum = 0;
    for (int i = 0; i < chain.bones(); ++i) {
        sum += chain.length[i] * chain.direction(i).cross(axis).squaredNorm();
        if (sum >= most * most * chain.reach) return most;
    }
    return std::sqrt(sum / chain.reach);
}

int firstBone(const Chain& chain)
{
    int i = 0;
    while (chain.length[i] <= 0) ++i;
    return i;
}

}  // namespace

double swingWeight(double share)
{
    // Proportional to the distance near the root, so that a goal passing the root turns the chain
    // by a bounded angle per step, however near it passes. The best of several measured curves.
    const double lack = 1 - std::clamp(share / kSwingWhole, 0.0, 1.0);
    return 1 - lack * lack;
}

void swingTowards(Chain& chain, const Vec3& goal)
{
    const Vec3 chord = chain.chord();
    const double from = chord.norm();
    const double to = goal.norm();
    const double share = std::min(from, to) / chain.reach;
    const double weight = swingWeight(share);
    if (weight <= 0) return;
    chain.turn(shareOf(leastArc(chord / from, goal / to), weight));
}

Quat shareOf(const Quat& arc, double weight)
{
    const Vec3 axis = weight * arc.vec();
    return Quat(1 - weight + weight * arc.w(), axis.x(), axis.y(), axis.z()).normalized();
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

void turnToPole(Chain& chain, const Goal& goal)
{
    const Vec3 line = chain.chord();
    if (goal.pole && line.norm() > 1e-9 * chain.reach)
        turnToPole(chain, line.normalized(), *poleOf(goal, chain));
}

std::optional<Vec3> poleOf(const Goal& goal, const Chain& chain)
{
    if (!goal.pole) return std::nullopt;
    return Vec3(*goal.pole - chain.origin);
}

Vec3 preferredBend(const Problem& problem, const Chain& chain, const Vec3& axis,
                   const std::optional<Vec3>& pole)
{
    Vec3 side = Vec3::Zero();
    if (pole) {
        side = *pole - axis * axis.dot(*pole);
        if (side.norm() > 1e-9 * chain.reach) return side.normalized();
    }
    const int bone = firstBone(chain);
    Quat frame = chain.root;
    for (int i = 1; i <= bone; ++i) frame = frame * problem.start[chain.joints[i]];
    side = frame * anyPerpendicular(problem.joints[chain.joints[bone + 1]].offset.normalized());
    side -= axis * axis.dot(side);
    return side.norm() > 1e-9 ? Vec3(side.normalized()) : anyPerpendicular(axis);
}

bool unlock(const Problem& problem, Chain& chain, const std::optional<Vec3>& pole)
{
    const Vec3 axis = chain.direction(firstBone(chain));
    const double off = spread(chain, axis, kChainStartKick);
    if (off >= kChainStartKick) return false;

    const Vec3 side = preferredBend(problem, chain, axis, pole);
    const Vec3 about = axis.cross(side);
    const double kick = kChainStartKick * (1 - off / kChainStartKick) * (1 - off / kChainStartKick);
    double along = 0;
    for (int i = 0; i < chain.bones(); ++i) {
        const double middle = (along + chain.length[i] / 2) / chain.reach;
        along += chain.length[i];
        const Vec3 u = chain.direction(i);
        // Bends the chain into an arc. Bones that run backwards must leave the line as well, or the
        // chain would only fold onto itself.
        const double angle = kick * (1 - 2 * middle - (u.dot(axis) < 0 ? 1 : 0));
        chain.setDirection(i, (u + angle * about.cross(u)).normalized());
    }
    return off < kChainStartOnLine;
}

void straightenTo(Chain& chain, const Vec3& goal)
{
    const double distance = goal.norm();
    const Vec3 axis = goal / distance;
    const double slack = chain.reach - chain.chord().dot(axis);
    const double wanted = chain.reach - distance;
    if (!(wanted > 0) || wanted >= slack) return;
    const double s = std::sqrt(wanted / slack);
    const Vec3 along = (1 - s) * axis;
    using Pair = Eigen::Array2d;
    for (std::size_t i = 0; i < chain.x.size(); i += 2) {
        auto x = Pair::Map(&chain.x[i]);
        auto y = Pair::Map(&chain.y[i]);
        auto z = Pair::Map(&chain.z[i]);
        const Pair ux = s * x + along.x();
        const Pair uy = s * y + along.y();
        const Pair uz = s * z + along.z();
        const Pair square = ux * ux + uy * uy + uz * uz;
        const Pair scale = 1 / square * square.sqrt();
        // A bone opposite to the axis may cancel out and leave no direction.
        x = (square > kNowhere).select(ux * scale, x);
        y = (square > kNowhere).select(uy * scale, y);
        z = (square > kNowhere).select(uz * scale, z);
    }
}

}  // namespace posewright::ik

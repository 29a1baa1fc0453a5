#pragma once

#include "core/ik/model/chain.h"

/// What happens to a chain before it is solved, each a continuous function of chain and goal.
namespace posewright::ik {

/// Turns the chain rigidly about its root so that its chord points at `goal` (relative to the root
/// [m]): by the whole angle where chord and goal are both long, and by a share of it that vanishes
/// with the shorter of both, because there a small step of the goal would whirl the chain about.
void swingTowards(Chain&, const Vec3& goal);

/// By what share of that angle, where the shorter of chord and goal is `share` of the reach.
double swingWeight(double share);

/// The share `weight` of a turn by half a circle at most: straight between both quaternions, which
/// differs from the same share of the angle by four degrees at most, and takes no arc cosine.
Quat shareOf(const Quat& arc, double weight);

/// Turns the chain rigidly about the line from its root along the unit vector `axis` until it
/// bends towards `pole` (relative to the root [m]). A straight chain, and a pole on the line, leave
/// it as it is.
void turnToPole(Chain&, const Vec3& axis, const Vec3& pole);

/// The direction that a chain on one line bends to, a unit vector perpendicular to `axis`: towards
/// the pole (relative to the root [m]), or else one that is fixed in the joint of its first bone.
Vec3 preferredBend(const Problem&, const Chain&, const Vec3& axis, const std::optional<Vec3>& pole);

/// Where all bones lie on one line, no method that follows gradients leaves that line; FABRIK
/// neither (Aristidou & Lasenby, FABRIK, 2011, section 5.4). Bends such a chain to its preferred
/// side by a thousandth of a radian, and one that is nearly so by a share of that. Returns whether
/// the chain was on one line to 1e-6 rad.
bool unlock(const Problem&, Chain&, const std::optional<Vec3>& pole);

/// Shrinks all bends by one factor, so that a chain with little bend spans `distance` [m] nearly,
/// where its chord is shorter. Newton's method only halves them in each step.
void straightenTo(Chain&, const Vec3& goal);

}  // namespace posewright::ik

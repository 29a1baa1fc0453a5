#pragma once

#include "core/ik/model/chain.h"

/// Steps that prepare a chain for a solve. Each is a continuous function of chain and goal.
namespace posewright::ik {

/// Turns the chain rigidly about its root so that its chord points at `goal` (relative to the root
/// [m]): by the full angle if chord and goal are both long, and by a share that vanishes with the
/// shorter of them, because near the root a small move of the goal would whirl the chain around.
void swingTowards(Chain&, const Vec3& goal);

/// The share of that angle if the shorter of chord and goal is `share` of the reach.
double swingWeight(double share);

/// The share `weight` of a turn by at most half a circle, by normalised linear interpolation: it
/// differs from slerp by at most four degrees and needs no arc cosine.
Quat shareOf(const Quat& arc, double weight);

/// Turns the chain rigidly about the line from its root along the unit vector `axis` until it bends
/// towards `pole` (relative to the root [m]). Does nothing for a straight chain or a pole on the
/// line.
void turnToPole(Chain&, const Vec3& axis, const Vec3& pole);

/// The same about the chain's chord, if the goal has a pole and the chain is not folded onto its
/// root.
void turnToPole(Chain&, const Goal&);

/// The goal's pole, relative to the root [m].
std::optional<Vec3> poleOf(const Goal&, const Chain&);

/// The direction in which a straight chain should bend, a unit vector perpendicular to `axis`:
/// towards the pole (relative to the root [m]), else one that is fixed in the first joint.
Vec3 preferredBend(const Problem&, const Chain&, const Vec3& axis, const std::optional<Vec3>& pole);

/// Neither gradient methods nor FABRIK can bend a straight chain (Aristidou & Lasenby, FABRIK,
/// 2011, section 5.4). Bends such a chain in its preferred direction by a thousandth of a radian,
/// and a nearly straight one by a share of that. Returns whether the chain was straight within 1e-6
/// rad.
bool unlock(const Problem&, Chain&, const std::optional<Vec3>& pole);

/// Scales all bends down by one factor, so that a slightly bent chain whose chord is too short
/// spans about |goal| [m]. Newton's method would only halve the bends in each step.
void straightenTo(Chain&, const Vec3& goal);

}  // namespace posewright::ik

#pragma once

#include "core/ik/model/chain.h"

/// The methods that go from joint to joint along one chain.
namespace posewright::ik {

/// One pass from the root outwards, each bone placed by the cosine rule so that the rest of the
/// chain, stretched out, ends at the target: Mueller-Cajar & Mukundan, Triangulation: a new
/// algorithm for inverse kinematics, 2007, section 3. Serves one position, and no limits.
void solveTriangulation(const Problem&, const Settings&, Workspace&, Solution& out);

/// The pass itself, on a chain whose target (relative to the root [m]) is in reach.
void triangulate(const Problem&, Chain&, const Vec3& target);

/// Follow the leader: Brown, Latombe & Montgomery, Real-time knot-tying simulation, 2004, section
/// 3. Both ends lead, and a joint goes to the mean of where they want it, weighted by how near each
/// is; bones stretch until both agree, and get their lengths back at the end. report.boneStretch
/// tells by what share they had stretched. Serves one position, and no limits.
void solveFollowTheLeader(const Problem&, const Settings&, Workspace&, Solution& out);

/// FABRIK with spheres: Aristidou & Lasenby, FABRIK, 2011, section 4.1 (there in conformal
/// geometric algebra). A joint between two neighbours that are close enough goes to the nearest
/// point of the circle in which the spheres about them meet, so the pass ends there; else along the
/// line, as in Algorithm 1. Serves one position, and no limits.
void solveFabrikSpheres(const Problem&, const Settings&, Workspace&, Solution& out);

/// Cyclic coordinate descent, from the tip to the root, each joint set to the best it can do alone
/// inside its limit: Wang & Chen, A combined optimization method for solving the inverse kinematics
/// problem of mechanical manipulators, 1991, section 3. Where effector and target lie opposite to
/// each other, and the published axis vanishes, the joint turns about a fixed perpendicular.
void solveCcd(const Problem&, const Settings&, Workspace&, Solution& out);

}  // namespace posewright::ik

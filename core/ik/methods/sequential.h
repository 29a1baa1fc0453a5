#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// A full body part by part, each by a closed form or a short iteration: Unzueta, Peinado, Boulic &
/// Suescun, Full-body performance animation with sequential inverse kinematics, Graphical Models
/// 70, 2008, section 4. The root is placed by its own marker, or by the rigid motion that fits the
/// markers best; the spine is bent towards the head; a clavicle turns only as far as its arm cannot
/// reach; arms and legs are solved as two bones. What parts they are is read off the tree: a limb
/// is what only one goal turns, and a clavicle a bone of a limb above its last two. What is missed
/// after that, because the parts were placed one after the other, is met by newtonOnBodies, or by
/// `lm` where joints are limited.
void solveSequential(const Problem&, const Settings&, Workspace&, Solution&);

}  // namespace posewright::ik

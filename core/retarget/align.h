#pragma once

#include "core/retarget/reference_pose.h"

#include <vector>

/// Aligns the limbs of the target's reference pose with those of the source's. Here "target" is the
/// figure that gets the motion. Inside of core/retarget.
namespace posewright::retarget {

/// The source or the target of a motion.
struct Side {
    const Scene& scene;
    const Figure& figure;
    const ReferencePose& reference;
};

/// World rotations by which the target's bones are turned from their reference pose, one per node;
/// the identity for nodes without a role. Limbs take the source's directions by least arcs relative
/// to their parent, so that no twist is added, and its roll if a bent limb or the knuckles show it
/// on both figures. Trunk, head and collar bones stay as they are: the curve of a spine belongs to
/// the figure. Feet turn only about the vertical, since both soles are flat.
/// @param toTarget rotation from the source's world to the target's
std::vector<Quat> alignment(const Side& source, const Side& target, const Quat& toTarget);

}  // namespace posewright::retarget

#pragma once

#include "core/retarget/stance.h"

#include <vector>

/// The target's reference pose, turned until its limbs lie as those of the source's. Inside of
/// core/retarget.
namespace posewright::retarget {

/// One side of a motion's way.
struct Side {
    const Scene& scene;
    const Figure& figure;
    const Stance& stance;
};

/// World rotations by which the target's bones are turned from their reference pose, one per node;
/// the identity for nodes without a role. Limbs take the source's directions by least arcs from
/// their parent on, so that no twist comes in, and their roll where a bent limb or the knuckles
/// tell it on both sides. Trunk, head and collar bones keep theirs: how a spine is curved is the
/// figure's own. Feet only turn about the vertical: both soles are flat.
/// @param toTarget the rotation from the source's world to the target's
std::vector<Quat> alignment(const Side& source, const Side& target, const Quat& toTarget);

}  // namespace posewright::retarget

#pragma once

#include "core/operate/operate.h"

/// The parents of targets: a node that they move with, or none, so that they stay in the world.
namespace posewright::operate {

/// The bone of the body that carries a limb from `root` on: the last bone of the spine above it, or
/// the hips. None: no body is known above it.
NodeId bodyAbove(const Scene& scene, NodeId root);

/// The default parent of a new target at a frame: for a hand, and on recorded motion for any limb
/// but a leg, the body above the limb; unless its end stands still in the world while the recorded
/// body moves, like a hand on a rail. None: the world.
NodeId spaceAtFirst(const Document& doc, const Constraint& target, double frame,
                    const edit::Context& context);

/// Edits that make a target a child of a node, or of the world (None). Its keys keep their world
/// placement in all clips; one without keys keeps its placement at `frame`. Error: it is the target
/// of a loop, a layer moves it, or the node's scale is zero.
Result<Edits> inSpace(const Document& doc, ConstraintId target, NodeId space, double frame,
                      const edit::Context& context);

}  // namespace posewright::operate

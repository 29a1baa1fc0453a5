#pragma once

#include "core/operate/operate.h"

/// What targets go along with: the node that they hang on, or nothing, and then they stay in the
/// world.
namespace posewright::operate {

/// Which bone of the body a limb from `root` on would go along with: the last one of the spine that
/// it hangs on, or the hips. None: nothing of a body is known above it.
NodeId bodyAbove(const Scene& scene, NodeId root);

/// What a target that comes to be at a frame goes along with unless one says so: the body above the
/// limb where that is in recorded motion, unless the limb is a leg, or its end stands still in the
/// world while the body goes on, as a hand on a rail. None: the world.
NodeId spaceAtFirst(const Document& doc, const Constraint& target, double frame,
                    const edit::Context& context);

/// Edits that hang a target on a node, or in the world (None). Its keys stay where they are in the
/// world, in all clips; one without keys stays where it is at `frame`.
/// Error: it is that of a loop, a layer moves it, the node is scaled to nothing.
Result<Edits> inSpace(const Document& doc, ConstraintId target, NodeId space, double frame,
                      const edit::Context& context);

}  // namespace posewright::operate

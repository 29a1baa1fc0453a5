#pragma once

#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"

namespace posewright::operate {

/// The default effect of dragging a bone that no target owns.
enum class DragAs {
    Move,  ///< moves a root with everything below it
    Turn,  ///< turns the bone about its joint
    Limb,  ///< bends its limb, so that it follows
    Body   ///< moves the whole body as needed
};
/// Limb for hands and feet, Body for roots if something is pinned.
DragAs dragAs(const Document& doc, NodeId bone, bool pinned);

/// As edits(DragBone), with a known pose.
/// @pre shown is of doc at the frame
Result<Edits> draggedBone(const Document& doc, const Evaluation& shown, const DragBone& drag);

/// The point that the drag moves: the bone's joint or tip. World [m].
Vec3 draggedPoint(const Document& doc, const Evaluation& shown, NodeId bone, bool tip);

}  // namespace posewright::operate

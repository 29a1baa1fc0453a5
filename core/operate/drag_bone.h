#pragma once

#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"

namespace posewright::operate {

/// What a drag at a bone that no target owns does, where nobody chose.
enum class DragAs {
    Move,  ///< a root, with all that hangs on it
    Turn,  ///< the bone about its joint
    Limb,  ///< its limb bends, so that it comes along
    Body   ///< the whole body gives
};
/// Hands and feet take their limbs along, roots the body where something is pinned.
DragAs dragAs(const Document& doc, NodeId bone, bool pinned);

/// As edits(DragBone), from a pose that is known.
/// @pre shown is of doc at the frame
Result<Edits> draggedBone(const Document& doc, const Evaluation& shown, const DragBone& drag);

/// Where the bone's joint, or its tip, is: what the drag takes along. World [m].
Vec3 draggedPoint(const Document& doc, const Evaluation& shown, NodeId bone, bool tip);

}  // namespace posewright::operate

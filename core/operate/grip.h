#pragma once

#include "core/evaluate/evaluate.h"

namespace posewright::operate {

/// How a node can be dragged at a frame.
enum class Grip {
    None,
    Target,  ///< a target: moves and turns
    Pole,    ///< moves
    Root,    ///< a bone without a bone above it that no target owns: moves and turns
    Joint,   ///< a bone that no target owns: turns
    Bend,    ///< as Held, in a limb whose bend can be changed: moves about the limb's line
    Held,    ///< a bone that a target's limb owns at this frame
    Prop,    ///< a box, lamp, camera or other node that no skin moves: moves and turns
};
/// @pre evaluation is of doc
Grip gripOf(const Document& doc, const Evaluation& evaluation, NodeId node);

/// Is it the pole of a target?
bool isPole(const Rig& rig, NodeId node);

/// Is it a node that no skin moves: neither a bone nor what leads one?
bool isProp(const Document& doc, NodeId node);

/// Do keys or layers of the shown clip say where a node is, how it is turned or how large?
bool isPlaceKeyed(const Document& doc, NodeId node);

/// The joint for changing a limb's bend from one of its bones: the bone itself, or, for its root,
/// the child of that; kNoNode: the limb is straight there, or its pole determines the bend.
NodeIndex bentBy(const Document& doc, const Evaluation& evaluation, const Constraint& owner,
                 NodeIndex bone);

/// The constraint that determines a bone's rotation at this frame; null: its own keys do.
const Constraint* ownerOf(const Document& doc, const Evaluation& evaluation, NodeIndex bone);

/// The constraint whose effector this bone is and that acts at this frame; null: none.
const Constraint* actingOn(const Document& doc, const Evaluation& evaluation, NodeId effector);

}  // namespace posewright::operate

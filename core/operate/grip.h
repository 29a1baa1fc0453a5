#pragma once

#include "core/evaluate/evaluate.h"

namespace posewright::operate {

/// What can be done with a node at a frame by taking hold of it.
enum class Grip {
    None,
    Target,  ///< a target: moves and turns
    Pole,    ///< moves
    Root,    ///< a bone with none above it and under no target: moves and turns
    Joint,   ///< a bone under no target: turns
    Bend,    ///< such a bone as Held, of a limb whose bend can be chosen: moves about its line
    Held,    ///< a bone that a target's limb owns at this frame
};
/// @pre evaluation is of doc
Grip gripOf(const Document& doc, const Evaluation& evaluation, NodeId node);

/// The joint by which a limb's bend is taken hold of at one of its bones: the bone itself, or what
/// hangs on its root; kNoNode: it bends to no side there, or its pole says how.
NodeIndex bentBy(const Document& doc, const Evaluation& evaluation, const Constraint& owner,
                 NodeIndex bone);

/// The constraint that decides how a bone lies at this frame; null: its own keys do.
const Constraint* ownerOf(const Document& doc, const Evaluation& evaluation, NodeIndex bone);

/// The constraint that brings this bone somewhere at this frame; null: none.
const Constraint* actingOn(const Document& doc, const Evaluation& evaluation, NodeId effector);

}  // namespace posewright::operate

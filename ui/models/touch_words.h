#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"

#include <QString>

namespace posewright::ui {

/// How a finger is led instead of a whole hand. Empty: the target leads no hand with fingers.
QString fingerWords(const Document& doc, const Constraint& target);

/// What is keyed now, and how to let it stay there. Empty: a span other than Reach decides there.
QString stayWords(const Document& doc, const Constraint& target, double frame);

/// The hand, or what is below it, that is to touch a box beside this node: a bone of the arm, a
/// mesh on one, or a target or pole of it. None: the node is of no arm.
NodeId touchingEnd(const Document& doc, NodeId node);

/// How that hand comes to touch the box that was put before it, or how far its arm is from reaching
/// the box. A box that has no place within reach is put beyond it.
/// @pre shown is of doc
QString touchWords(const Document& doc, const Evaluation& shown, NodeId end,
                   const edit::AddBox& box);

}  // namespace posewright::ui

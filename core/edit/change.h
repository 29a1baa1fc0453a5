#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <string>
#include <string_view>

/// Helpers that several edits share. Internal to core/edit and core/operate.
namespace posewright::edit {

/// The Error of an argument that is refused; `place` is its JSON pointer.
Error refused(std::string message, std::string place, std::string advice = {});

/// A name for use in a sentence: quoted, on one line, and valid UTF-8 whatever the name is.
std::string quoted(const std::string& name);

/// @pre the constraint exists
const Constraint& constraintOf(const Document& doc, ConstraintId id);

/// The name of a constraint, which is that of its target node.
const std::string& targetName(const Document& doc, const Constraint& constraint);

// Parts that only this document holds are changed in place, so that a list of edits does not copy
// the outcome of earlier ones.
template <class Change>
void changeClip(Document& doc, Change&& change)
{
    Shared<Clip>& clip = doc.clips[doc.playback.clip];
    Clip changed = std::move(clip).take();
    std::forward<Change>(change)(changed);
    clip = Shared<Clip>(std::move(changed));
}

template <class Change>
void changeRig(Document& doc, Change&& change)
{
    Rig changed = std::move(doc.rig).take();
    std::forward<Change>(change)(changed);
    doc.rig = Shared<Rig>(std::move(changed));
}

/// How many curves a property of a node has; a mesh has one for each of its morphs.
int numbersOf(const Document& doc, NodeId node, Property property);

/// The track of a node in the active clip, or an empty one to fill.
Track trackOf(const Document& doc, NodeId node);

/// The document with these nodes, reordered so that parents come first.
/// Error: a rule of Scene::make or a cycle of parents; `place` names the argument to blame.
Result<Document> withNodes(const Document& doc, std::vector<Node> nodes, const std::string& place);
Result<Document> withNodes(const Document& doc, std::vector<Node> nodes, std::vector<Skin> skins,
                           const std::string& place);

/// The document with one more node, after its parent's existing descendants.
/// Error: as withNodes.
Result<Document> withNode(Document doc, Node node, const std::string& place);

/// Checks a node's name: not empty, valid UTF-8, no control characters, not taken by a node other
/// than `own`.
Result<void> checkName(const Document& doc, const std::string& name, NodeId own = NodeId::None);

/// As above for clips and markers, without the check for names that are taken.
Result<void> checkText(const std::string& name);

/// Forward kinematics of the rest pose.
std::vector<WorldTransform> restWorld(const Scene& scene);

/// `world` in the space of `parent`: the Transform that multiplied with `parent` gives it. Shear
/// between the two is dropped. Error: the parent's scale is zero.
Result<Transform> relativeTo(const WorldTransform& parent, const WorldTransform& world);

/// `rotation`, normalised. Error: its norm is too far from 1.
Result<Quat> unit(const Quat& rotation, std::string place);

}  // namespace posewright::edit

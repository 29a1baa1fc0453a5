#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <string>
#include <string_view>

/// Small steps that several edits are made of. Inside of core/edit.
namespace posewright::edit {

/// An argument that cannot be obeyed; `place` is its JSON pointer.
Error refused(std::string message, std::string place, std::string advice = {});

/// A name inside a sentence: in quotes, on one line, and UTF-8 whatever the name is.
std::string quoted(const std::string& name);

/// @pre the constraint exists
const Constraint& constraintOf(const Document& doc, ConstraintId id);

/// The name that a constraint and its target bear.
const std::string& targetName(const Document& doc, const Constraint& constraint);

// What only this document holds is changed where it is, so that a list of edits need not copy all
// that was made before.
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

/// How many numbers a property of a node has; a mesh has a weight for each of its morphs.
int numbersOf(const Document& doc, NodeId node, Property property);

/// The track of a node in the active clip, or an empty one to fill.
Track trackOf(const Document& doc, NodeId node);

/// Gives the document these nodes, in an order where parents come first.
/// Error: a rule of Scene::make or a cycle of parents; `place` names the argument to blame.
Result<Document> withNodes(const Document& doc, std::vector<Node> nodes, const std::string& place);

/// The document with one node more, behind what hangs on its parent already.
/// Error: as withNodes.
Result<Document> withNode(Document doc, Node node, const std::string& place);

/// A name that files and people can bear: not empty, UTF-8, no control characters, not taken by a
/// node (other than `own`).
Result<void> checkName(const Document& doc, const std::string& name, NodeId own = NodeId::None);

/// As above, for clips and markers: nothing to be taken.
Result<void> checkText(const std::string& name);

/// Forward kinematics of the rest pose.
std::vector<WorldTransform> restWorld(const Scene& scene);

/// Where `world` is as seen from `parent`: the Transform whose product with `parent` it is. Shear
/// between the two is dropped. Error: the parent is scaled to nothing.
Result<Transform> relativeTo(const WorldTransform& parent, const WorldTransform& world);

/// `rotation` made exactly unit. Error: it is too far from it to be one.
Result<Quat> unit(const Quat& rotation, std::string place);

/// Takes nodes out of the scene and of every clip. Their children move up to the nearest node that
/// stays, where they are in the rest pose. Error: a mesh is skinned to one, or a contact sticks to
/// one. Constraints are the caller's care.
Result<Document> withoutNodes(const Document& doc, const std::vector<NodeId>& nodes,
                              const std::string& place);

}  // namespace posewright::edit

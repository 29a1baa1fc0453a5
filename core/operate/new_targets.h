#pragma once

#include "core/operate/operate.h"

#include <optional>
#include <vector>

/// From picked nodes to the bones of new targets.
namespace posewright::operate {

/// The bones among the nodes and the effectors of the targets among them, each once.
std::vector<NodeIndex> bonesMeant(const Document& doc, const std::vector<NodeId>& nodes);

/// The effector for a target on a bone: the end joint that was added at its tip (NewTargets::tips)
/// or that a finger has there, or the bone itself.
NodeIndex pulledAt(const Scene& scene, NodeIndex bone);

/// The joint that a target on a bone pulls at: as above; if a joint has to be added at the bone's
/// tip, it is in `now` and `edits` then.
Result<NodeIndex> tipJoint(Document& now, NodeIndex bone, Edits& edits);

/// Edits that add targets, followed by edits that hang these on the body.
/// @param along  as NewTargets::along
Result<Edits> withSpaces(const Document& doc, Edits edits, std::optional<bool> along, double frame,
                         const edit::Context& context);

/// For each bone a target that it aims at, along the bone.
Result<Edits> newAimEdits(const Document& doc, const NewAims& arguments);

/// The lowest common ancestor that is a bone; kNoNode: none.
NodeIndex aboveBoth(const Scene& scene, NodeIndex a, NodeIndex b);

}  // namespace posewright::operate

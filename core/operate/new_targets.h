#pragma once

#include "core/operate/operate.h"

#include <vector>

/// From picked nodes to the bones of new targets.
namespace posewright::operate {

/// The bones among the nodes and the effectors of the targets among them, each once.
std::vector<NodeIndex> bonesMeant(const Document& doc, const std::vector<NodeId>& nodes);

/// The effector for a target on a bone: the end joint that was added at its tip (NewTargets::tips),
/// or the bone itself.
NodeIndex pulledAt(const Scene& scene, NodeIndex bone);

/// For each bone a target that it aims at, along the bone.
Result<Edits> newAimEdits(const Document& doc, const NewAims& arguments);

/// The lowest common ancestor that is a bone; kNoNode: none.
NodeIndex aboveBoth(const Scene& scene, NodeIndex a, NodeIndex b);

}  // namespace posewright::operate

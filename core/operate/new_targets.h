#pragma once

#include "core/document/document.h"

#include <vector>

/// What the picks of a new target stand for.
namespace posewright::operate {

/// The bones among the nodes, and those that the targets among them pull at; each once.
std::vector<NodeIndex> bonesMeant(const Document& doc, const std::vector<NodeId>& nodes);

/// The joint by which a target leads a bone: the end that was put at its tip (NewTargets::tips), or
/// the bone itself.
NodeIndex pulledAt(const Scene& scene, NodeIndex bone);

/// The lowest bone that both hang below; kNoNode: none.
NodeIndex aboveBoth(const Scene& scene, NodeIndex a, NodeIndex b);

}  // namespace posewright::operate

#pragma once

#include "core/document/document.h"

#include <vector>

/// What the picks of a new target stand for.
namespace posewright::operate {

/// The bones among the nodes, and those that the targets among them pull at; each once.
std::vector<NodeIndex> bonesMeant(const Document& doc, const std::vector<NodeId>& nodes);

/// The lowest bone that both hang below; kNoNode: none.
NodeIndex aboveBoth(const Scene& scene, NodeIndex a, NodeIndex b);

}  // namespace posewright::operate

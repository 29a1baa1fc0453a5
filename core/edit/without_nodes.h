#pragma once

#include "core/document/document.h"

#include <string>
#include <vector>

/// Internal to core/edit.
namespace posewright::edit {

/// Removes nodes from the scene and from every clip. Their children go to the nearest remaining
/// ancestor. They keep their world placement in the rest pose, and their keys are converted, so
/// that they move as if the removed nodes were always at rest. Vertices of removed joints follow
/// others (hand_over.h).
/// Error: a skin would lose its last joint or its common root, or a contact sticks to one of the
/// nodes. The caller removes constraints.
Result<Document> withoutNodes(const Document& doc, const std::vector<NodeId>& nodes,
                              const std::string& place);

}  // namespace posewright::edit

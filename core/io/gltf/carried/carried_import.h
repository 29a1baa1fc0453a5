#pragma once

#include "core/io/gltf/carried_form.h"
#include "core/io/gltf/gltf_file.h"

#include <vector>

namespace posewright::io::gltf {

/// What a row of the file's nodes was imported as.
struct NodeOrigin {
    NodeId id = NodeId::None;
    NodeId endOf = NodeId::None;  ///< the bone whose end the row marks; the row is not a node then
    bool tip = false;             ///< the end that defines the bone's tip
};

/// Adds the rest of the file's content to the document that was imported from it. Moves the JSON
/// out of the file. Pictures in other files are included; what cannot be kept is reported in the
/// file's diagnostics.
/// @pre clip n was imported from animation n
void carryRest(GltfFile& file, Document& doc, const std::vector<NodeOrigin>& nodes, double scale);

}  // namespace posewright::io::gltf

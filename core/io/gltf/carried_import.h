#pragma once

#include "core/io/gltf/carried_form.h"
#include "core/io/gltf/gltf_file.h"

#include <vector>

namespace posewright::io::gltf {

/// What the importer made of a row of the file's nodes.
struct NodeOrigin {
    NodeId id = NodeId::None;
    NodeId endOf = NodeId::None;  ///< the bone whose end the row marks, which is no node then
    bool tip = false;             ///< of the ends of a bone, the one that places its tip
};

/// Gives the document that was made of a file everything else that the file holds. Takes the JSON
/// out of the file. Pictures beside the file are taken in; what cannot be kept is said in its
/// diagnostics.
/// @pre clip n was made of animation n
void carryRest(GltfFile& file, Document& doc, const std::vector<NodeOrigin>& nodes, double scale);

}  // namespace posewright::io::gltf

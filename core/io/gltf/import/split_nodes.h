#pragma once

#include "core/base/result.h"
#include "core/io/gltf/text/json.h"

namespace posewright::io::gltf {

/// Gives each mesh, camera and light a node of its own where a file has several of them on one
/// node, or on a joint: a node of a scene is one of these. The new nodes are children without a
/// transform of their own; a mesh with a skin is one of them, since its node does not move it.
/// Channels and animation pointers of weights follow their mesh. Rows of nodes do not change.
/// @param told gets a warning that names the new nodes
void splitNodes(Json& file, Diagnostics& told);

}  // namespace posewright::io::gltf

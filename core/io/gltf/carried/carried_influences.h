#pragma once

#include "core/io/gltf/text/json.h"
#include "core/scene/mesh.h"

#include <cstdint>
#include <vector>

namespace posewright::io::gltf {

/// Which joints move the vertices of a carried primitive, set by set, as the importer reads them.
/// Empty: it has none, or they are not stored plainly.
/// @param data  what the views of `gltf` point into
std::vector<Influences> carriedInfluences(const Json& gltf, const std::vector<std::uint8_t>& data,
                                          const Json& attributes, std::size_t vertices);

}  // namespace posewright::io::gltf

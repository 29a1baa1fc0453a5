#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Unpacking of the glTF extension KHR_draco_mesh_compression.
namespace posewright::io::gltf {

/// A vertex attribute to unpack, in the form of its accessor.
struct PackedAttribute {
    std::uint32_t id = 0;    ///< in the packed mesh
    int componentType = 0;   ///< of glTF: 5120 to 5126
    int components = 1;      ///< components per element
    std::size_t stride = 0;  ///< from one element to the next, in what is returned [bytes]
};

struct UnpackedMesh {
    std::size_t vertices = 0;
    std::vector<std::string> attributes;  ///< bytes, one string for each wanted attribute
    std::vector<std::uint32_t> corners;   ///< three for each triangle, each below `vertices`
};

/// The bytes are untrusted: claimed sizes are checked against the limits before memory is
/// allocated. Never throws.
/// @param mostVertices, mostTriangles  capacity of the accessors
/// Error (a sentence without a place): damaged, beyond the limits, or an attribute is missing.
Result<UnpackedMesh> unpackMesh(std::string_view bytes, const std::vector<PackedAttribute>& wanted,
                                std::size_t mostVertices, std::size_t mostTriangles);

}  // namespace posewright::io::gltf

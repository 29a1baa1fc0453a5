#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Meshes that are packed as the glTF extension KHR_draco_mesh_compression has it.
namespace posewright::io::gltf {

/// What is wanted of each vertex, in the form of the accessor that gets it.
struct PackedAttribute {
    std::uint32_t id = 0;    ///< in the packed mesh
    int componentType = 0;   ///< of glTF: 5120 to 5126
    int components = 1;      ///< an element of the accessor has
    std::size_t stride = 0;  ///< from one element to the next, in what is returned [bytes]
};

struct UnpackedMesh {
    std::size_t vertices = 0;
    std::vector<std::string> attributes;  ///< one for each that was wanted
    std::vector<std::uint32_t> corners;   ///< three for each triangle, each below `vertices`
};

/// The bytes may be anybody's: what they claim is held against the limits before room is made for
/// it, and nothing is thrown.
/// @param mostVertices, mostTriangles  what the accessors have room for
/// Error (a sentence without a place): damaged, more than the limits, an attribute is not there.
Result<UnpackedMesh> unpackMesh(std::string_view bytes, const std::vector<PackedAttribute>& wanted,
                                std::size_t mostVertices, std::size_t mostTriangles);

}  // namespace posewright::io::gltf

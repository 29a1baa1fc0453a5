#pragma once

#include "core/io/gltf/text/json.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Compressed meshes and keys: KHR_draco_mesh_compression and EXT_meshopt_compression. They are
/// unpacked right after reading, so that no later code needs to know of them (decision 67).
namespace posewright::io::gltf {

/// Is it one of these extensions?
bool isPacking(const std::string& extension);

/// Is the buffer a placeholder for bytes that only unpacking provides?
bool isPlaceholder(const Json& buffer);

struct Unpacked {
    std::string bytes;        ///< of the file's single new buffer
    std::string extensions;   ///< names of the extensions that were used, for messages
    std::vector<bool> views;  ///< per view: was it packed, or is it new?
    std::size_t before = 0;   ///< total size of the old buffers [bytes]
    /// Members of buffers after the first were lost, as there is only one now.
    bool lostBuffers = false;
};

/// Replaces packed data by unpacked data. Views and accessors keep their rows; views of unpacked
/// meshes are appended. Bytes that no view uses are dropped. Nullopt if nothing is packed, or if
/// everything is also present unpacked.
/// Throws Trouble if packed bytes are damaged, or unpack to more than 1 GB.
/// @param buffers  of the file, cut to what they declare; empty ones for placeholders
std::optional<Unpacked> unpack(Json& file, const std::vector<std::string_view>& buffers);

}  // namespace posewright::io::gltf

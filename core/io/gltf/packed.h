#pragma once

#include "core/io/gltf/json.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Files whose meshes and keys are packed: KHR_draco_mesh_compression and EXT_meshopt_compression.
/// They are unpacked as soon as they are read, and nothing behind it knows of them (decision 67).
namespace posewright::io::gltf {

/// An extension that packs, and is unpacked here.
bool isPacking(const std::string& extension);

/// A buffer that stands for bytes which only this extension gives.
bool isPlaceholder(const Json& buffer);

struct Unpacked {
    std::string bytes;        ///< of the one buffer that the file has now
    std::string extensions;   ///< that packed it, as a list in words
    std::vector<bool> views;  ///< which views were packed, or are new; one a view
    std::size_t before = 0;   ///< what the buffers held [bytes]
    /// Buffers beyond the first said something of themselves, which one buffer cannot.
    bool lostBuffers = false;
};

/// Puts what is packed in a file in the place of what packs it: views keep their rows, and so do
/// accessors; the views of packed meshes come behind them. Bytes that no view names are not kept.
/// Nothing where nothing is packed, or all of it is there unpacked as well.
/// @param buffers  of the file, cut to what they declare; empty ones for placeholders
/// Throws Trouble: packed bytes that are damaged, or more than 1 GB of them.
std::optional<Unpacked> unpack(Json& file, const std::vector<std::string_view>& buffers);

}  // namespace posewright::io::gltf

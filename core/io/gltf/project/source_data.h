#pragma once

#include "core/document/source.h"
#include "core/io/gltf/text/json.h"

#include <optional>
#include <string>
#include <string_view>

namespace posewright::io::gltf {

/// A document's Source as a member of the project: its cells are appended to `data` as in memory,
/// with their own checksum.
Json sourceToJson(const Source& source, std::string& data);

/// Nullopt if the bytes are damaged. Throws Trouble if the JSON is invalid.
std::optional<Source> sourceFromJson(const Json& json, std::string_view data);

}  // namespace posewright::io::gltf

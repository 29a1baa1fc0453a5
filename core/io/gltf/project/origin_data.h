#pragma once

#include "core/document/document.h"
#include "core/io/gltf/text/json.h"

#include <optional>
#include <string>
#include <string_view>

namespace posewright::io::gltf {

/// Origins of clips as rows of the project: as edit::toJson, but with long lists of numbers as
/// doubles appended to `data`, with their own checksum.
Json originsToJson(const std::vector<Shared<Origin>>& origins, std::string& data);

/// Nullopt if it is damaged or invalid.
std::optional<Shared<Origin>> originFromJson(const Json& json, std::string_view data);

}  // namespace posewright::io::gltf

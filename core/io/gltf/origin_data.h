#pragma once

#include "core/document/document.h"
#include "core/io/gltf/json.h"

#include <optional>
#include <string>
#include <string_view>

namespace posewright::io::gltf {

/// Where clips came from, as rows of the project: as edit::toJson has them, but that long lists of
/// numbers are doubles appended to `data`, with a checksum of their own.
Json originsToJson(const std::vector<Shared<Origin>>& origins, std::string& data);

/// Nothing where it is not as it was saved, or cannot be.
std::optional<Shared<Origin>> originFromJson(const Json& json, std::string_view data);

}  // namespace posewright::io::gltf

#pragma once

#include "core/document/source.h"
#include "core/io/gltf/json.h"

#include <optional>
#include <string>
#include <string_view>

namespace posewright::io::gltf {

/// How a document's source was written, as a member of the project: numbers as they are held in
/// memory, appended to `data`, with a checksum of their own.
Json sourceToJson(const Source& source, std::string& data);

/// Nothing where the bytes are not as they were saved. Throws Trouble where the JSON is wrong.
std::optional<Source> sourceFromJson(const Json& json, std::string_view data);

}  // namespace posewright::io::gltf

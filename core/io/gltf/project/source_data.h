#pragma once

#include "core/document/source.h"
#include "core/io/gltf/project/key_tables.h"
#include "core/io/gltf/text/json.h"

#include <optional>
#include <string>
#include <string_view>

namespace posewright::io::gltf {

/// A document's Source as a member of the project: its texts are appended to the doubles, with
/// their own checksum. Rows that are none of the tables come with them, as in projects before
/// kTableSchema.
Json sourceToJson(const Source& source, KeyStore& store);

/// Nullopt if the bytes are damaged. Throws Trouble if the JSON is invalid.
std::optional<Source> sourceFromJson(const Json& json, const KeySource& from);

}  // namespace posewright::io::gltf

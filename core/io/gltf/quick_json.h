#pragma once

#include "core/io/gltf/json.h"

#include <optional>
#include <string>
#include <string_view>

/// Most files are plain JSON, for which the library's reader and writer do more than is needed.
namespace posewright::io::gltf {

/// What Json::parse makes of a text, in a third of the time. Nothing where the text is wrong, or of
/// a kind that is left to the library: members that are there twice, nesting beyond kMaxDepth,
/// bytes beyond ASCII, `\u`, numbers out of range.
std::optional<Json> quickJson(std::string_view text);

/// The very bytes of json.dump(). Throws what that throws.
std::string quickDump(const Json& json);

}  // namespace posewright::io::gltf

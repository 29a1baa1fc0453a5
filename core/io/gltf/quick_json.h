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

/// Adds the very bytes of json.dump(). Throws what that throws.
void quickDump(const Json& json, std::string& out);
/// The same of a value that nobody needs any more: what is in it is dropped on the way.
/// @pre it is nested no deeper than kMaxDepth
void quickDump(Json&& json, std::string& out);

/// Leaves null of a value, in a third of the time that its own destructor takes.
/// @pre it is nested no deeper than kMaxDepth
void drop(Json& json) noexcept;

}  // namespace posewright::io::gltf

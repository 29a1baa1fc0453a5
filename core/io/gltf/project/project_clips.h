#pragma once

#include "core/document/document.h"
#include "core/io/gltf/text/json.h"

#include <string>
#include <string_view>

/// Clips in the project extension: JSON, and keys as raw doubles. Keys that are in a carried
/// animation are not written again.
namespace posewright::io::gltf {

/// Appends the doubles of keys to `data`.
Json clipToJson(const Clip& clip, const Carried& carried, std::string& data);

/// @param hasMorphs  false: the file is older than morph keys, which are then taken from the
/// animation Throws Trouble.
Clip clipFromJson(const Json& json, std::string_view data, const Carried& carried, bool hasMorphs);

}  // namespace posewright::io::gltf

#pragma once

#include "core/document/document.h"
#include "core/io/gltf/json.h"

#include <string>
#include <string_view>

/// Clips as the project extension has them: JSON, and numbers of keys as raw doubles. What a clip
/// has of an animation that is carried stays there and is not written again.
namespace posewright::io::gltf {

/// The doubles of keys are appended to `data`.
Json clipToJson(const Clip& clip, const Carried& carried, std::string& data);

/// @param hasMorphs  false: the file is older than keys of morphs, which are those of the animation
/// Throws Trouble.
Clip clipFromJson(const Json& json, std::string_view data, const Carried& carried, bool hasMorphs);

}  // namespace posewright::io::gltf

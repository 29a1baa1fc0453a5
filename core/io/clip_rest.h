#pragma once

#include "core/io/gltf/carried_form.h"

#include <cstddef>
#include <map>
#include <string>

/// What a glTF file says of a clip beyond the keys of its nodes: keys that point elsewhere
/// (KHR_animation_pointer), extras and extensions.
namespace posewright::io {

/// The channels of an animation that point elsewhere, with the samplers they use.
gltf::Json pointingPart(const gltf::Json& animation);

/// Changes the number of the row that a pointer names, as in "/materials/3/...". False: it names
/// none in these lists, and is unchanged.
/// @param first  what is added, for each list of the file; "lights" are those of
///     KHR_lights_punctual
bool movePointer(std::string& pointer, const std::map<std::string, std::size_t>& first);

}  // namespace posewright::io

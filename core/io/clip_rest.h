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

/// The rows of a list of one file among those of another: "lights" are those of
/// KHR_lights_punctual.
struct MovedRows {
    std::size_t first = 0;  ///< what is added to their numbers
    std::size_t count = 0;  ///< how many there are
};

/// Changes the number of the row that a pointer names, as in "/materials/3/...", unless it names
/// none of these lists. Returns what to say if what it points at does not come along: a row that is
/// not there, or something unknown; else empty.
std::string movePointer(std::string& pointer, const std::map<std::string, MovedRows>& lists);

}  // namespace posewright::io

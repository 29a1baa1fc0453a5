#pragma once

#include "core/document/document.h"
#include "core/io/gltf/carried_form.h"

#include <optional>
#include <string>
#include <vector>

/// Keys of a clip that point elsewhere than at nodes, and stay at their seconds.
namespace posewright::io::gltf {

/// Where the keys of an animation point, for a message: a few of the pointers in quotes, and how
/// many there are beyond them; empty if none do.
std::string pointersNamed(const Json& animation);

/// The node's row of a pointer at one of its morph weights, such as "/nodes/3/weights/1". No value:
/// it points elsewhere.
std::optional<std::size_t> nodeOfWeight(const std::string& pointer);

/// What is written of a clip.
struct WrittenClip {
    const Clip& clip;
    const std::vector<Shared<Track>>& made;  ///< its tracks as they were read
    double rate = 0;                         ///< at which they were
    Range range{0, 0};                       ///< frames that are written
};

/// What to say if the keys of nodes moved in time, or were cut, and those that point elsewhere did
/// not, which glTF 2.0 lets a clip hold but which do not fit together any more. Empty: nothing.
std::string saidOfPointing(const Json& gltf, const Json& animation, const WrittenClip& written);

}  // namespace posewright::io::gltf

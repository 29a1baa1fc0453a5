#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

/// Views that are packed as the glTF extension EXT_meshopt_compression has it.
namespace posewright::io::gltf {

struct PackedView {
    enum class Mode { Attributes, Triangles, Indices };
    enum class Filter { None, Octahedral, Quaternion, Exponential };
    Mode mode = Mode::Attributes;
    Filter filter = Filter::None;
    std::size_t stride = 0;  ///< of an element [bytes]
    std::size_t count = 0;   ///< of elements
};

/// The `count * stride` bytes that were packed. The bytes may be anybody's.
/// Error (a sentence without a place): damaged, a form that the extension does not allow, more
/// elements than so few bytes can hold.
Result<std::string> unpackView(std::string_view bytes, const PackedView& view);

}  // namespace posewright::io::gltf

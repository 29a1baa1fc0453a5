#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

/// Unpacking of the glTF extension EXT_meshopt_compression.
namespace posewright::io::gltf {

struct PackedView {
    enum class Mode { Attributes, Triangles, Indices };
    enum class Filter { None, Octahedral, Quaternion, Exponential };
    Mode mode = Mode::Attributes;
    Filter filter = Filter::None;
    std::size_t stride = 0;  ///< of an element [bytes]
    std::size_t count = 0;   ///< of elements
};

/// The `count * stride` unpacked bytes. The input is untrusted. Error (a sentence without a place):
/// damaged, a form that the extension does not allow, or more elements than the bytes can hold.
Result<std::string> unpackView(std::string_view bytes, const PackedView& view);

}  // namespace posewright::io::gltf

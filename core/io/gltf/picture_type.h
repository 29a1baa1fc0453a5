#pragma once

#include <string_view>

namespace posewright::io::gltf {

/// The media type of a picture by its first bytes: of those that glTF and its extensions know, PNG,
/// JPEG, WebP and KTX2. Null: none of them.
const char* pictureTypeOf(std::string_view bytes) noexcept;

}  // namespace posewright::io::gltf

#pragma once

#include <string_view>

namespace posewright::io::gltf {

/// The media type of a picture, from its first bytes: PNG, JPEG, WebP or KTX2. Null: none of these.
const char* pictureTypeOf(std::string_view bytes) noexcept;

}  // namespace posewright::io::gltf

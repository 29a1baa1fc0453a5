#pragma once

#include <string_view>

namespace posewright::io::gltf {

/// The media type of a picture, from its first bytes: PNG, JPEG, WebP or KTX2. Null: none of these.
const char* pictureTypeOf(std::string_view bytes) noexcept;

/// What is wrong with a picture: of none of these types, or a PNG or JPEG that ends early or whose
/// parts do not follow each other. Null: no fault was found. The pixels are not decoded.
const char* pictureFault(std::string_view bytes) noexcept;

}  // namespace posewright::io::gltf

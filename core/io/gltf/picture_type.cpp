#include "core/io/gltf/picture_type.h"

namespace posewright::io::gltf {

const char* pictureTypeOf(std::string_view bytes) noexcept
{
    if (bytes.starts_with("\x89PNG")) return "image/png";
    if (bytes.starts_with("\xFF\xD8\xFF")) return "image/jpeg";
    if (bytes.starts_with("\xABKTX 20")) return "image/ktx2";
    if (bytes.starts_with("RIFF") && bytes.substr(8).starts_with("WEBP")) return "image/webp";
    return nullptr;
}

}  // namespace posewright::io::gltf

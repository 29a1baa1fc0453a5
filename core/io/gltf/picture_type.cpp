#include "core/io/gltf/picture_type.h"

#include <cstddef>
#include <cstdint>

namespace posewright::io::gltf {

namespace {

std::size_t bigEndian(std::string_view bytes, std::size_t from, int width)
{
    std::size_t value = 0;
    for (int i = 0; i < width; ++i)
        value = value << 8 | static_cast<std::uint8_t>(bytes[from + static_cast<std::size_t>(i)]);
    return value;
}

/// Walks the chunks to the last one (PNG specification, second edition, section 5).
bool isWholePng(std::string_view bytes)
{
    for (std::size_t at = 8; at + 12 <= bytes.size();) {
        const std::size_t length = bigEndian(bytes, at, 4);
        if (length > bytes.size() - at - 12) return false;
        if (bytes.substr(at + 4, 4) == "IEND") return true;
        at += 12 + length;
    }
    return false;
}

/// Walks the segments up to the image data (ISO/IEC 10918-1, annex B).
bool isSoundJpeg(std::string_view bytes)
{
    for (std::size_t at = 2; at + 4 <= bytes.size();) {
        if (bytes[at] != '\xFF') return false;
        const auto marker = static_cast<std::uint8_t>(bytes[at + 1]);
        const std::size_t length = bigEndian(bytes, at + 2, 2);
        if (length < 2 || length > bytes.size() - at - 2) return false;
        if (marker == 0xDA) return true;
        at += 2 + length;
    }
    return false;
}

}  // namespace

const char* pictureTypeOf(std::string_view bytes) noexcept
{
    if (bytes.starts_with("\x89PNG")) return "image/png";
    if (bytes.starts_with("\xFF\xD8\xFF")) return "image/jpeg";
    if (bytes.starts_with("\xABKTX 20")) return "image/ktx2";
    if (bytes.starts_with("RIFF") && bytes.substr(8).starts_with("WEBP")) return "image/webp";
    return nullptr;
}

const char* pictureFault(std::string_view bytes) noexcept
{
    const char* type = pictureTypeOf(bytes);
    if (!type) return "this is neither PNG nor JPEG";
    if (type == std::string_view("image/png") && !isWholePng(bytes))
        return "the picture is cut short";
    if (type == std::string_view("image/jpeg") && !isSoundJpeg(bytes))
        return "the picture is broken";
    return nullptr;
}

}  // namespace posewright::io::gltf

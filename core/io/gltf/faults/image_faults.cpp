#include "core/base/base64.h"
#include "core/io/gltf/faults/faults.h"
#include "core/io/gltf/picture_type.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

/// What is wrong with an image's bytes; null if no fault was found.
const char* faultOf(std::string_view bytes)
{
    const char* type = pictureTypeOf(bytes);
    if (!type) return "this is neither PNG nor JPEG";
    if (type == std::string_view("image/png") && !isWholePng(bytes))
        return "the picture is cut short";
    if (type == std::string_view("image/jpeg") && !isSoundJpeg(bytes))
        return "the picture is broken";
    return nullptr;
}

void tellInside(const Json& uri, FaultList& faults)
{
    const std::string_view text = uri.get_ref<const std::string&>();
    const std::size_t comma = text.find(',');
    const std::string_view head = text.substr(0, comma);
    if (comma == std::string_view::npos || !head.ends_with(";base64"))
        return faults.add(uri, "this is no valid data URI");
    if (head != "data:image/png;base64" && head != "data:image/jpeg;base64")
        faults.add(uri, "a picture is image/png or image/jpeg");
    const std::optional<std::string> bytes = fromBase64(text.substr(comma + 1));
    if (!bytes) return faults.add(uri, "this is no valid base64");
    if (const char* fault = faultOf(*bytes)) faults.add(uri, fault);
}

}  // namespace

void tellImageFaults(const GltfFile& file, FaultList& faults)
{
    for (const Json& image : rows(file.json(), "images")) {
        const Json* uri = at(image, "uri");
        const int view = rowIn(image, "bufferView");
        if (!uri == (at(image, "bufferView") == nullptr)) {
            faults.add(image, "a picture has a uri or a bufferView, and not both");
            continue;
        }
        if (uri && uri->is_string() && uri->get_ref<const std::string&>().starts_with("data:"))
            tellInside(*uri, faults);
        if (view >= 0 && view < static_cast<int>(file.views().size()))
            if (const char* fault = faultOf(file.views()[view].bytes)) faults.add(image, fault);
    }
}

}  // namespace posewright::io::gltf

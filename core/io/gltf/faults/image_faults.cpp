#include "core/base/base64.h"
#include "core/io/gltf/faults/faults.h"
#include "core/io/gltf/picture_type.h"
#include "core/io/text.h"

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace posewright::io::gltf {

namespace {

/// Extensions by which textures name pictures of another type.
struct OtherType {
    const char* extension;
    std::string_view head;
};
constexpr std::array kOtherTypes = {
    OtherType{"EXT_texture_webp", "data:image/webp;base64"},
    OtherType{"KHR_texture_basisu", "data:image/ktx2;base64"},
};

/// Which pictures the textures name by which of these extensions.
class OtherPictures {
public:
    explicit OtherPictures(const Json& root)
    {
        for (const Json& texture : rows(root, "textures")) {
            const Json* extensions = at(texture, "extensions");
            for (std::size_t i = 0; extensions && i < kOtherTypes.size(); ++i)
                if (const Json* own = at(*extensions, kOtherTypes[i].extension))
                    named_.emplace(rowIn(*own, "source"), i);
        }
    }

    bool may(int image, std::string_view head) const
    {
        for (std::size_t i = 0; i < kOtherTypes.size(); ++i)
            if (head == kOtherTypes[i].head && named_.contains({image, i})) return true;
        return false;
    }

private:
    std::set<std::pair<int, std::size_t>> named_;
};

void tellInside(const Json& uri, int image, const OtherPictures& others, FaultList& faults)
{
    const std::string_view text = uri.get_ref<const std::string&>();
    const std::size_t comma = text.find(',');
    const std::string_view head = text.substr(0, comma);
    if (comma == std::string_view::npos || !head.ends_with(";base64"))
        return faults.add(uri, "this is no valid data URI");
    if (head != "data:image/png;base64" && head != "data:image/jpeg;base64" &&
        !others.may(image, head))
        faults.add(uri, "the picture is said to be " + inQuotes(head.substr(5, head.size() - 12)) +
                            ": glTF has image/png and image/jpeg");
    const std::optional<std::string> bytes = fromBase64(text.substr(comma + 1));
    if (!bytes) return faults.add(uri, "this is no valid base64");
    if (const char* fault = pictureFault(*bytes)) faults.add(uri, fault);
}

}  // namespace

void tellImageFaults(const GltfFile& file, FaultList& faults)
{
    const OtherPictures others(file.json());
    int row = -1;
    for (const Json& image : rows(file.json(), "images")) {
        ++row;
        const Json* uri = at(image, "uri");
        const int view = rowIn(image, "bufferView");
        if (!uri == (at(image, "bufferView") == nullptr)) {
            faults.add(image, "a picture has a uri or a bufferView, and not both");
            continue;
        }
        if (uri && uri->is_string() && uri->get_ref<const std::string&>().starts_with("data:"))
            tellInside(*uri, row, others, faults);
        if (view >= 0 && view < static_cast<int>(file.views().size()))
            if (const char* fault = pictureFault(file.views()[view].bytes))
                faults.add(image, fault);
    }
}

}  // namespace posewright::io::gltf

#include "core/io/gltf/picture_files.h"

#include "core/io/gltf/carried/carried_unused.h"
#include "core/io/gltf/picture_type.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace posewright::io::gltf {

namespace {

struct PictureEnding {
    std::string_view type;
    std::string_view ending;
};
constexpr std::array kPictureEndings{
    PictureEnding{"image/png", "png"}, PictureEnding{"image/jpeg", "jpg"},
    PictureEnding{"image/webp", "webp"}, PictureEnding{"image/ktx2", "ktx2"}};

/// What an image is called, as part of a file name; without an ending that its file had.
std::string partOfName(const Json& image)
{
    constexpr std::size_t kMost = 40;
    std::string name = image.contains("name") && image["name"].is_string()
                           ? image["name"].get<std::string>()
                           : std::string();
    name = name.substr(name.find_last_of("/\\") + 1);
    if (const auto dot = name.rfind('.'); dot != std::string::npos) {
        const std::string ending = name.substr(dot + 1);
        if (isPictureEnding(ending) || ending == "jpeg") name.resize(dot);
    }
    for (char& c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (!plain) c = '_';
    }
    return name.substr(0, kMost);
}

}  // namespace

bool isPictureEnding(std::string_view ending) noexcept
{
    return std::ranges::find(kPictureEndings, ending, &PictureEnding::ending) !=
           kPictureEndings.end();
}

std::vector<PictureFile> takePictures(Written& written)
{
    Json& json = written.json;
    std::vector<PictureFile> out;
    if (!json.contains("images")) return out;
    if (!knowsAllExtensions(json) || hasPackedViews(json)) {
        written.diagnostics.push_back(
            {Diagnostic::Severity::Warning,
             "the pictures stay inside: an extension of the file may name their bytes",
             "#/images"});
        return out;
    }
    std::map<std::size_t, std::size_t> known;  // the picture of each view
    std::set<std::size_t> views;
    for (std::size_t row = 0; row < json["images"].size(); ++row) {
        Json& image = json["images"][row];
        if (!image.contains("bufferView")) continue;
        const auto at = image["bufferView"].get<std::size_t>();
        const Json& view = json["bufferViews"][at];
        const std::string_view bytes = std::string_view(written.bin)
                                           .substr(view.value("byteOffset", std::size_t{0}),
                                                   view["byteLength"].get<std::size_t>());
        const char* type = pictureTypeOf(bytes);
        if (!type) continue;
        const auto ending = std::ranges::find(kPictureEndings, type, &PictureEnding::type);
        const auto [place, isNew] = known.try_emplace(at, out.size());
        if (isNew) out.push_back({partOfName(image), ending->ending, std::string(bytes), {}});
        out[place->second].images.push_back(row);
        image.erase("bufferView");
        views.insert(at);
    }
    std::vector<std::uint8_t> data(written.bin.begin(), written.bin.end());
    dropUnused(json, data, {}, std::move(views));
    written.bin.assign(data.begin(), data.end());
    if (json.contains("buffers")) json["buffers"][0]["byteLength"] = written.bin.size();
    return out;
}

}  // namespace posewright::io::gltf

#include "core/io/foreign/pictures.h"

#include "core/io/beside.h"
#include "core/io/gltf/buffer_builder.h"
#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/picture_type.h"
#include "core/io/text.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace posewright::io::foreign {

namespace {

namespace fs = std::filesystem;
using gltf::Json;

constexpr std::uintmax_t kMostOfOne = std::uintmax_t{256} << 20;
constexpr std::uintmax_t kMostOfAll = std::uintmax_t{1} << 30;
constexpr std::size_t kMostNames = 4096;  ///< that are looked up
constexpr std::size_t kMostParts = 16;    ///< of a path, from its end

/// A member; null if there is none, or no object.
const Json* memberIn(const Json& object, const char* name)
{
    if (!object.is_object()) return nullptr;
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

/// A list of a file; an empty one if there is none.
const Json& listIn(const Json& file, const char* name)
{
    static const Json kEmpty = Json::array();
    const Json* list = memberIn(file, name);
    return list && list->is_array() ? *list : kEmpty;
}

/// The row that a member names in a list, as `rows` has it; -1: none.
int rowIn(const Json& object, const char* name, const std::vector<int>& rows)
{
    const Json* row = memberIn(object, name);
    if (!row || !row->is_number_unsigned()) return -1;
    const auto number = row->get<std::uint64_t>();
    return number < rows.size() ? rows[number] : -1;
}

/// The parts of a path of any system, without drives and steps upwards.
std::vector<std::string> partsOf(std::string path)
{
    std::replace(path.begin(), path.end(), '\\', '/');
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        std::string part = path.substr(at, end - at);
        at = end + 1;
        if (part == ".." || part == "." || part.empty()) continue;
        if (part.find(':') == std::string::npos) parts.push_back(std::move(part));
    }
    if (parts.size() > kMostParts) parts.erase(parts.begin(), parts.end() - kMostParts);
    return parts;
}

/// Where a picture may lie, seen from the folder of the file; the likeliest place first.
std::vector<std::string> placesOf(const std::string& named, const fs::path& file)
{
    const std::vector<std::string> parts = partsOf(named);
    if (parts.empty()) return {};
    std::vector<std::string> places;
    std::string end;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        if (!end.empty()) end.insert(0, "/");
        end.insert(0, *part);
        places.insert(places.begin(), end);
    }
    for (const std::string& folder :
         {std::string("textures"), std::string("Textures"), file.stem().string() + ".fbm"})
        places.push_back(folder + '/' + parts.back());
    const std::size_t asNamed = places.size();
    for (const char* ending : {".png", ".jpg", ".jpeg"})
        for (std::size_t i = 0; i < asNamed; ++i)
            places.push_back(fs::path(places[i]).replace_extension(ending).string());
    return places;
}

class PictureFinder {
public:
    explicit PictureFinder(const fs::path& file) : file_(file) {}

    /// The bytes of a picture; empty if there is none.
    std::string find(const std::string& named)
    {
        if (looked_++ >= kMostNames) return lost(missing_, named);
        bool isThere = false;
        for (const std::string& place : placesOf(named, file_)) {
            Result<std::string> bytes = readBeside(file_, place, std::min(kMostOfOne, room_));
            if (!bytes) continue;
            isThere = true;
            if (!gltf::pictureTypeOf(*bytes)) continue;
            room_ -= bytes->size();
            return std::move(*bytes);
        }
        return lost(isThere ? unknown_ : missing_, named);
    }

    void tell(Diagnostics& diagnostics) const
    {
        tell(diagnostics, missing_,
             {"texture is not beside the file, and left out: put it",
              "textures are not beside the file, and left out: put them"},
             " into its folder and open it again: ");
        tell(diagnostics, unknown_,
             {"texture is of a kind that glTF does not have, and left out: save it",
              "textures are of kinds that glTF does not have, and left out: save them"},
             " as PNG beside the file and open it again: ");
    }

private:
    static std::string lost(std::vector<std::string>& to, const std::string& named)
    {
        to.push_back(named);
        return {};
    }

    struct Wording {
        const char* one;
        const char* several;
    };
    void tell(Diagnostics& diagnostics, const std::vector<std::string>& names, Wording what,
              const char* advice) const
    {
        constexpr std::size_t kShown = 5;
        if (names.empty()) return;
        std::string message = std::to_string(names.size()) + ' ' +
                              (names.size() == 1 ? what.one : what.several) + advice;
        for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) {
            // The base name alone: the folder is one of the machine that made the file.
            const std::vector<std::string> parts = partsOf(names[i]);
            message += (i > 0 ? ", " : "") + inQuotes(parts.empty() ? names[i] : parts.back());
        }
        if (names.size() > kShown)
            message += " and " + std::to_string(names.size() - kShown) + " more";
        diagnostics.push_back({Diagnostic::Severity::Warning, std::move(message), file_.string()});
    }

    const fs::path& file_;
    std::uintmax_t room_ = kMostOfAll;
    std::size_t looked_ = 0;
    std::vector<std::string> missing_;
    std::vector<std::string> unknown_;
};

/// Renumbers the textures of a material or of its part.
void renumber(Json& owner, const std::vector<int>& rows)
{
    if (!owner.is_object()) return;
    std::vector<std::string> gone;
    Json without = Json::object();
    for (auto& [name, info] : owner.items()) {
        if (!name.ends_with("Texture") || !info.is_object()) continue;
        const int now = rowIn(info, "index", rows);
        const Json* extras = memberIn(info, "extras");
        const Json* then = extras ? memberIn(*extras, "without") : nullptr;
        if (now < 0) {
            gone.push_back(name);
            if (then && then->is_object()) without.update(*then);
            continue;
        }
        info["index"] = now;
        info.erase("extras");
    }
    for (const std::string& name : gone) owner.erase(name);
    owner.update(without);
}

void put(Json& file, const char* name, Json rows)
{
    if (rows.empty())
        file.erase(name);
    else
        file[name] = std::move(rows);
}

/// Replaces names by pictures in the list of images. @return the new row of each; -1: it is gone
std::vector<int> fillImages(Json& file, gltf::BufferBuilder& buffers, PictureFinder& finder)
{
    std::map<std::string, int> known;
    std::vector<int> rows;
    Json images = Json::array();
    for (const Json& image : listIn(file, "images")) {
        const Json* uri = memberIn(image, "uri");
        if (!uri || !uri->is_string()) {
            rows.push_back(static_cast<int>(images.size()));
            images.push_back(image);
            continue;
        }
        const auto& named = uri->get_ref<const std::string&>();
        const auto [row, isNew] = known.try_emplace(named, -1);
        if (isNew)
            if (std::string bytes = finder.find(named); !bytes.empty()) {
                row->second = static_cast<int>(images.size());
                const auto* type = gltf::pictureTypeOf(bytes);
                images.push_back({{"bufferView", buffers.addView(std::move(bytes))},
                                  {"mimeType", type},
                                  {"name", cleanName(partsOf(named).back())}});
            }
        rows.push_back(row->second);
    }
    put(file, "images", std::move(images));
    return rows;
}

/// Takes textures out whose image is gone. @return the new row of each; -1: it is gone
std::vector<int> keepTextures(Json& file, const std::vector<int>& imageRows)
{
    std::vector<int> rows;
    Json textures = Json::array();
    for (const Json& texture : listIn(file, "textures")) {
        const int now = rowIn(texture, "source", imageRows);
        rows.push_back(now < 0 ? -1 : static_cast<int>(textures.size()));
        if (now < 0) continue;
        textures.push_back(texture);
        textures.back()["source"] = now;
    }
    put(file, "textures", std::move(textures));
    return rows;
}

}  // namespace

Result<std::string> withPictures(std::string glb, const fs::path& file, Diagnostics& diagnostics)
{
    Result<std::unique_ptr<gltf::GltfFile>> loaded = gltf::GltfFile::load(std::move(glb), {});
    if (!loaded) return loaded.error();
    const std::string_view bin =
        (*loaded)->buffers().empty() ? std::string_view() : (*loaded)->buffers().front();
    Json json = (*loaded)->takeJson();
    gltf::BufferBuilder buffers(std::string(bin), listIn(json, "bufferViews"),
                                listIn(json, "accessors"));
    PictureFinder finder(file);
    const std::vector<int> images = fillImages(json, buffers, finder);
    const std::vector<int> textures = keepTextures(json, images);
    if (const auto materials = json.find("materials");
        materials != json.end() && materials->is_array())
        for (Json& material : *materials) {
            if (!material.is_object()) continue;
            if (const auto pbr = material.find("pbrMetallicRoughness"); pbr != material.end())
                renumber(*pbr, textures);
            renumber(material, textures);
        }
    finder.tell(diagnostics);
    const std::string bytes = buffers.finish(json);
    return gltf::glbBytes(json.dump(-1, ' ', false, Json::error_handler_t::replace), bytes);
}

}  // namespace posewright::io::foreign

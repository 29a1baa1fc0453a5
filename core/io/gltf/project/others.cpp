#include "core/io/gltf/project/others.h"

#include "core/io/gltf/carried_form.h"
#include "core/io/gltf/project/checks.h"
#include "core/io/gltf/project/project_extension.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace posewright::io::gltf {

namespace {

constexpr const char* kWhole = "whole";

/// The JSON without what changes with the place and name of the file, and without our extension,
/// which has a checksum of its own.
std::string checkOfRest(const Json& read)
{
    Json rest = Json::object();
    for (const auto& [name, value] : read.items())
        if (name != "buffers" && name != "extensions") rest[name] = valueCheck(value);
    if (const auto extensions = read.find("extensions"); extensions != read.end())
        for (const auto& [name, value] : extensions->items())
            if (name != kExtension) rest["extensions"][name] = valueCheck(value);
    return valueCheck(rest);
}

std::size_t lengthOf(const Json& json, const char* list)
{
    const auto rows = json.find(list);
    return rows != json.end() && rows->is_array() ? rows->size() : 0;
}

Json lightsOf(const Json& json)
{
    const Json* lights = extensionOf(json, kLightsExtension);
    return lights ? *lights : Json::object();
}

/// Collects words such as "1 camera, 2 materials".
class Words {
public:
    void addRows(const Json& read, const Json& written, const char* list, const char* one,
                 const char* more)
    {
        const std::size_t there = lengthOf(read, list), here = lengthOf(written, list);
        if (there > here)
            add(std::to_string(there - here) + ' ' + (there - here == 1 ? one : more));
    }
    void addMembers(const Json& read, const Json& written, const std::string& of)
    {
        if (!read.is_object() || !written.is_object()) return;
        for (const auto& [name, value] : read.items())
            if (!written.contains(name) && name != kExtension) add(inQuotes(name) + of);
    }
    void add(const std::string& word) { text += (text.empty() ? "" : ", ") + word; }
    std::string text;
};

/// How many rows have extras or extensions that the written rows lack.
std::size_t saidMore(const Json& read, const Json& written, const char* list)
{
    const auto hasMore = [](const Json& there, const Json& here) {
        for (const char* name : {"extras", "extensions"}) {
            if (!there.is_object() || !there.contains(name)) continue;
            if (!here.contains(name)) {
                const Json& value = there[name];
                if (!value.is_object() || value.size() > value.count(kExtension)) return true;
                continue;
            }
            Words words;
            words.addMembers(there[name], here[name], "");
            if (!words.text.empty()) return true;
        }
        return false;
    };
    std::size_t out = 0;
    for (std::size_t row = 0; row < std::min(lengthOf(read, list), lengthOf(written, list)); ++row)
        out += hasMore(read[list][row], written[list][row]);
    return out;
}

std::size_t primitivesIn(const Json& json)
{
    std::size_t out = 0;
    for (std::size_t row = 0; row < lengthOf(json, "meshes"); ++row)
        out += lengthOf(json["meshes"][row], "primitives");
    return out;
}

struct RowsOfList {
    const char *name, *one, *more;
};
constexpr std::array kRowLists{RowsOfList{"nodes", "node", "nodes"},
                               RowsOfList{"meshes", "mesh", "meshes"},
                               RowsOfList{"materials", "material", "materials"},
                               RowsOfList{"textures", "texture", "textures"},
                               RowsOfList{"images", "picture", "pictures"},
                               RowsOfList{"samplers", "sampler", "samplers"},
                               RowsOfList{"skins", "skin", "skins"},
                               RowsOfList{"cameras", "camera", "cameras"},
                               RowsOfList{"scenes", "scene", "scenes"},
                               RowsOfList{"animations", "animation", "animations"}};

}  // namespace

void addWholeCheck(const Json& read, std::string_view data, Json& written)
{
    Json own = *extensionOf(read, kExtension);
    own[kWhole] = checkOfRest(read);
    addChecks(own, data);
    Json& to = written["extensions"][kExtension];
    to[kWhole] = own[kWhole];
    to["crc"] = own["crc"];
}

bool isTouched(const Json& read)
{
    const Json* own = extensionOf(read, kExtension);
    const Json* whole = own ? find(*own, kWhole) : nullptr;
    return whole && whole->is_string() && *whole != checkOfRest(read);
}

std::string addedBeyond(const Json& read, const Json& written)
{
    Words words;
    for (const auto& [name, one, more] : kRowLists) words.addRows(read, written, name, one, more);
    words.addRows(lightsOf(read), lightsOf(written), "lights", "light", "lights");
    if (primitivesIn(read) > primitivesIn(written)) words.add("primitives of meshes");
    // Buffers, views and accessors are as many as the rest needs.
    for (const auto& [name, value] : read.items())
        if (!written.contains(name) && name != "buffers" && name != "bufferViews" &&
            name != "accessors" && name != "extensionsUsed" && !value.is_array())
            words.add(inQuotes(name));
    for (const char* name : {"extras", "extensions"})
        if (read.contains(name) && written.contains(name))
            words.addMembers(read[name], written[name], "");
    words.addMembers(read.value("asset", Json::object()), written.value("asset", Json::object()),
                     " of the file");
    for (const auto& [name, one, more] : kRowLists)
        if (const std::size_t count = saidMore(read, written, name))
            words.add("extras or extensions of " + std::to_string(count) + ' ' +
                      (count == 1 ? one : more));
    return std::move(words.text);
}

}  // namespace posewright::io::gltf

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

constexpr std::array kOfNodes{"extras", "extensions"};

/// How many rows have extras or extensions that the written rows lack.
std::size_t saidMore(const Json& read, const Json& written, const char* list)
{
    std::size_t out = 0;
    for (std::size_t row = 0; row < std::min(lengthOf(read, list), lengthOf(written, list));
         ++row) {
        const Json &there = read[list][row], &here = written[list][row];
        bool more = false;
        for (const char* name : kOfNodes) {
            Words words;
            if (there.is_object() && there.contains(name))
                words.addMembers(there[name], here.value(name, Json::object()), "");
            more |= !words.text.empty();
        }
        out += more;
    }
    return out;
}

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
    struct List {
        const char *name, *one, *more;
    };
    for (const auto& [name, one, more] :
         {List{"nodes", "node", "nodes"}, List{"meshes", "mesh", "meshes"},
          List{"materials", "material", "materials"}, List{"textures", "texture", "textures"},
          List{"images", "picture", "pictures"}, List{"skins", "skin", "skins"},
          List{"cameras", "camera", "cameras"}, List{"scenes", "scene", "scenes"},
          List{"animations", "animation", "animations"}})
        words.addRows(read, written, name, one, more);
    words.addRows(lightsOf(read), lightsOf(written), "lights", "light", "lights");
    for (const char* name : {"extras", "extensions"})
        if (read.contains(name)) {
            if (!written.contains(name))
                words.add(inQuotes(name));
            else
                words.addMembers(read[name], written[name], "");
        }
    words.addMembers(read.value("asset", Json::object()), written.value("asset", Json::object()),
                     " of the file");
    if (const std::size_t count = saidMore(read, written, "nodes"))
        words.add("extras or extensions of " + std::to_string(count) +
                  (count == 1 ? " node" : " nodes"));
    return std::move(words.text);
}

}  // namespace posewright::io::gltf

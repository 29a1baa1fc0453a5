#include "core/io/gltf/carried/carried_read.h"

#include "core/base/crc32.h"
#include "core/io/gltf/carried/carried_unused.h"
#include "core/io/gltf/import/animation_import.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::io::gltf {

namespace {

constexpr const char* kCarries = "carries";
/// In these lists the carried rows come first, and the project's own follow.
constexpr std::array kSharedLists{"accessors", "bufferViews",    "meshes", "materials", "skins",
                                  "cameras",   "extensionsUsed", "nodes",  "animations"};

/// The first `count` rows of a list.
Json firstRows(const Json& list, std::uint64_t count)
{
    if (!list.is_array() || count > list.size())
        refuse(list, "fewer rows are here than are carried");
    return {list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count)};
}

void keepFirst(Json& object, const char* name, std::uint64_t count)
{
    const auto list = object.find(name);
    if (list == object.end()) {
        if (count > 0) refuse(object, std::string(name) + " are missing", name);
        return;
    }
    Json kept = firstRows(*list, count);
    if (kept.empty())
        object.erase(list);
    else
        *list = std::move(kept);
}

std::string checkSum(const std::string& json, const std::vector<std::uint8_t>& data)
{
    Crc32 crc;
    crc.add(json);
    crc.add({reinterpret_cast<const char*>(data.data()), data.size()});
    return crc.text();
}

/// Names of the carried extensions: the first `count`, and those that another program has added
/// since. Ours is left out, and so are later rows that the writer adds on demand.
Json carriedNames(const Json& names, std::uint64_t count)
{
    Json out = Json::array();
    for (std::size_t row = 0; row < names.size(); ++row) {
        const bool isWritten = names[row] == kExtension || names[row] == kLightsExtension;
        if (names[row] != kExtension && (row < count || !isWritten)) out.push_back(names[row]);
    }
    return out;
}

class CarriedReader {
public:
    CarriedReader(const GltfFile& file, const Json& project, const std::vector<ImportedNode>& nodes,
                  const Scene& scene) :
        file_(file),
        carries_(member(project, kCarries)), nodes_(nodes), scene_(scene)
    {
    }

    Carried read()
    {
        takeRoot();
        // Another program may have left out who made the file, as it may be.
        const bool anonymous =
            truth(carries_, "unsigned", false) || !form_.gltf["asset"].contains("generator");
        form_.own["unsigned"] = anonymous;
        if (anonymous) form_.gltf["asset"].erase("generator");
        takeNodes();
        takeSkins();
        takeScenes();
        takeAnimations();
        takeData();
        refuseStrayRows(form_.gltf, file_.json(), carried_.data.size());
        carried_.gltf = true;
        carried_.json = std::move(form_).text();
        return std::move(carried_);
    }

private:
    std::uint64_t counted(const char* name) const
    {
        const Json* rows = find(carries_, name);
        if (!rows) return 0;
        return rows->is_array() ? rows->size() : count(*rows);
    }

    void takeRoot()
    {
        for (const auto& [name, value] : file_.json().items()) {
            if (name == "extensions" || name == "animations") continue;
            const bool isShared =
                std::find(kSharedLists.begin(), kSharedLists.end(), name) != kSharedLists.end();
            form_.gltf[name] = isShared ? firstRows(value, counted(name.c_str())) : value;
        }
        for (const char* list : kSharedLists)
            if (std::string_view(list) != "animations") keepFirst(form_.gltf, list, counted(list));
        const Json names =
            carriedNames(arrayOf(file_.json(), "extensionsUsed"), counted("extensionsUsed"));
        if (!names.empty()) form_.gltf["extensionsUsed"] = names;
        if (Json* buffers = form_.gltf.contains("buffers") ? &form_.gltf["buffers"] : nullptr) {
            for (const char* name : {"byteLength", "uri"}) (*buffers)[0].erase(name);
            if ((*buffers)[0].empty()) form_.gltf.erase("buffers");
        }
        Json& extensions = form_.gltf["extensions"];
        for (const auto& [name, value] : member(file_.json(), "extensions").items())
            if (name != kExtension) extensions[name] = value;
        if (extensions.contains(kLightsExtension)) {
            Json& lights = extensions[kLightsExtension];
            keepFirst(lights, "lights", counted("lights"));
            if (counted("lights") == 0 && lights.empty()) extensions.erase(kLightsExtension);
        }
        if (extensions.empty()) form_.gltf.erase("extensions");
    }

    void takeNodes()
    {
        form_.own["nodes"] = Json::array();
        for (std::size_t row = 0; row < form_.rows("nodes"); ++row)
            takeNode(form_.gltf["nodes"][row], *nodes_[row].json);
    }

    void takeNode(Json& json, const Json& source)
    {
        const Json& extension = member(member(source, "extensions"), kExtension);
        const Json* made = find(extension, "carried");
        Json own = made ? *made : Json::object();
        if (!own.is_object()) refuse(extension, "expected an object", "carried");
        json["extensions"].erase(kExtension);
        if (json["extensions"].empty()) json.erase("extensions");
        if (const Json* bone = find(own, "end")) {
            const NodeIndex at = scene_.find(NodeId(count(*bone)));
            if (at == kNoNode || !scene_[at].bone()) refuse(source, "the end of no bone");
            form_.own["nodes"].push_back(std::move(own));
            return;
        }
        own["id"] = count(member(extension, "id"));
        if (const Json* shown = find(own, "shown")) {
            if (!shown->is_array()) refuse(extension, "expected a list", "carried/shown");
            for (const Json& scene : *shown) index(scene, counted("scenes"), "scene");
        }
        if (!own.contains("name")) json.erase("name");
        if (!own.contains("rest"))
            for (const char* place : {"matrix", "translation", "rotation", "scale"})
                json.erase(place);
        if (const Json* children = find(own, "children")) {
            json["children"] = firstRows(member(source, "children"), count(*children));
            for (const Json& child : json["children"]) index(child, counted("nodes"), "node");
        } else {
            json.erase("children");
        }
        if (extension.contains("mesh")) {
            json.erase("mesh");
            json.erase("skin");
        }
        if (extension.contains("camera")) json.erase("camera");
        if (extension.contains("light") && json.contains("extensions")) {
            json["extensions"].erase(kLightsExtension);
            if (json["extensions"].empty()) json.erase("extensions");
        }
        form_.own["nodes"].push_back(std::move(own));
    }

    void takeSkins()
    {
        carried_.skins = scene_.skins();
        const std::size_t rows = form_.rows("skins");
        if (rows > scene_.skins().size())
            refuse(carries_, "there are fewer skins than are carried");
        for (std::size_t row = 0; row < rows; ++row) {
            Json& skin = form_.gltf["skins"][row];
            skin.erase("joints");
            const Json* binds = find(skin, "inverseBindMatrices");
            if (binds && count(*binds) >= counted("accessors")) skin.erase("inverseBindMatrices");
            if (const Json* skeleton = find(skin, "skeleton"))
                index(*skeleton, form_.rows("nodes"), "node");
        }
    }

    void takeScenes()
    {
        const Json& counts = arrayOf(carries_, "scenes");
        if (counts.empty()) {
            form_.gltf.erase("scenes");
            form_.gltf.erase("scene");
            return;
        }
        keepFirst(form_.gltf, "scenes", counts.size());
        for (std::size_t row = 0; row < counts.size(); ++row) {
            Json& scene = form_.gltf["scenes"][row];
            if (!scene.contains("nodes")) continue;
            keepFirst(scene, "nodes", count(counts[row]));
            if (scene.contains("nodes"))
                for (const Json& node : scene["nodes"]) index(node, form_.rows("nodes"), "node");
        }
    }

    void takeAnimations()
    {
        const Json& counts = arrayOf(carries_, "animations");
        const Json& sources = arrayOf(file_.json(), "animations");
        if (counts.size() > sources.size()) refuse(counts, "not as many animations as are carried");
        form_.own["animations"] = Json::array();
        std::vector<NodeId> ids(nodes_.size(), NodeId::None);
        for (std::size_t row = 0; row < form_.rows("nodes"); ++row) ids[row] = form_.nodeOf(row);
        AnimationReader reader(file_, nodes_);
        for (std::size_t row = 0; row < counts.size(); ++row) {
            const Json& counted = counts[row];
            const std::uint64_t channels = count(member(counted, "channels"));
            const Json& source = sources[row];
            Json animation;
            for (const auto& [name, value] : source.items())
                if (name == "channels" || name == "samplers")
                    animation[name] = firstRows(value, count(member(counted, name.c_str())));
                else
                    animation[name] = value;
            Json own = {{"rate", member(counted, "rate")}};
            if (!(number(own["rate"]) > 0)) refuse(counted, "the rate is no rate", "rate");
            if (const Json* name = find(counted, "name")) own["name"] = text(*name);
            checkChannels(animation);
            carried_.tracks.push_back(
                tracksOf(reader.read(source, channels), nodes_, ids, number(own["rate"]), 1));
            form_.own["animations"].push_back(std::move(own));
            form_.gltf["animations"].push_back(std::move(animation));
        }
    }

    void checkChannels(const Json& animation) const
    {
        for (const Json& channel : requiredArray(animation, "channels")) {
            index(member(channel, "sampler"), requiredArray(animation, "samplers").size(),
                  "sampler");
            if (const Json* node = find(member(channel, "target"), "node"))
                index(*node, form_.rows("nodes"), "node");
        }
    }

    void takeData()
    {
        const std::uint64_t size = counted("data");
        if (size == 0) return;
        if (file_.buffers().empty() || size > file_.buffers()[0].size())
            refuse(carries_, "the carried data are cut short", "data");
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(file_.buffers()[0].data());
        carried_.data.assign(bytes, bytes + size);
    }

    const GltfFile& file_;
    const Json& carries_;
    const std::vector<ImportedNode>& nodes_;
    const Scene& scene_;
    CarriedForm form_;
    Carried carried_;
};

}  // namespace

CarriedRows carriedRows(const Json& project)
{
    const Json* carries = find(project, kCarries);
    if (!carries) return {};
    return {count(*carries, "meshes", 0), count(*carries, "cameras", 0),
            count(*carries, "lights", 0)};
}

void readAsImported(ImportedNode& node, const Json& extension)
{
    const Json* made = find(extension, "carried");
    if (!made) return;
    if (const Json* name = find(*made, "name")) node.name = text(*name);
    if (find(*made, "rest")) node.rest = restOf(*node.json, true);
}

Carried readCarried(const GltfFile& file, const Json& project,
                    const std::vector<ImportedNode>& nodes, const Scene& scene)
{
    return CarriedReader(file, project, nodes, scene).read();
}

bool isAsSaved(const Carried& carried, const Json& project)
{
    return text(member(project, kCarries), "sum", "") == checkSum(carried.json, carried.data);
}

Json carriedToJson(const CarriedForm& form, const Carried& carried)
{
    Json out = {{"sum", checkSum(carried.json, carried.data)}};
    for (const char* list : kSharedLists)
        if (form.rows(list) > 0) out[list] = form.rows(list);
    out.erase("animations");
    if (const std::size_t lights = carriedLights(form.gltf)) out["lights"] = lights;
    if (form.own.value("unsigned", false)) out["unsigned"] = true;
    if (!carried.data.empty()) out["data"] = carried.data.size();
    for (std::size_t row = 0; row < form.rows("animations"); ++row) {
        const Json& animation = form.gltf["animations"][row];
        Json counted = form.own["animations"][row];
        counted["channels"] = animation["channels"].size();
        counted["samplers"] = animation["samplers"].size();
        out["animations"].push_back(std::move(counted));
    }
    if (form.gltf.contains("scenes"))
        for (const Json& scene : form.gltf["scenes"])
            out["scenes"].push_back(scene.contains("nodes") ? scene["nodes"].size() : 0);
    return out;
}

}  // namespace posewright::io::gltf

#include "core/io/form_joiner.h"

#include "core/io/clip_rest.h"
#include "core/io/text.h"
#include "core/io/xmp_packets.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace posewright::io {

namespace {

using gltf::CarriedForm;
using gltf::carriedLights;
using gltf::Json;
using gltf::kLightsExtension;

constexpr std::array kLists{"nodes",    "meshes",    "materials", "textures", "images",
                            "samplers", "accessors", "cameras",   "skins",    "bufferViews"};

/// Appends one form to another: rows in the second increase by the number of rows in the first.
/// What only its animations refer to is left out, as they are.
class FormJoiner {
public:
    FormJoiner(CarriedForm& to, CarriedForm from, ShownClips clips, Diagnostics& told) :
        to_(to), from_(std::move(from)), told_(told), clip_(clips.to)
    {
        if (clips.to >= 0 && clips.from >= 0)
            pointing_ = pointingPart(from_.gltf["animations"][std::size_t(clips.from)]);
        for (const char* list : kLists) first_[list] = to_.rows(list);
        first_["lights"] = carriedLights(to_.gltf);
    }

    /// @param ids  from ids of the second to ids in the document
    /// @param from  data of the second
    /// @param to  data of the first, or a buffer that is appended to it at `at`
    void run(const std::map<std::uint64_t, std::uint64_t>& ids,
             const std::vector<std::uint8_t>& from, std::size_t at, std::vector<std::uint8_t>& to)
    {
        Json& gltf = from_.gltf;
        chooseRows();
        takeBytes(from, at, to);
        moveRows();
        moveOwn(ids);
        tellOfRest();
        joinVariants();
        for (const char* list : kLists) {
            if (!gltf.contains(list)) continue;
            const std::vector<std::size_t>& chosen = rows_[list];
            for (std::size_t i = 0; i < gltf[list].size(); ++i)
                if (chosen.empty() || chosen[i] != kStays)
                    to_.gltf[list].push_back(std::move(gltf[list][i]));
        }
        joinPointing();
        joinScene();
        joinLights();
        joinNames();
    }

private:
    static constexpr std::size_t kStays = ~std::size_t{0};

    /// Numbers the accessors and views that something other than an animation refers to.
    void chooseRows()
    {
        const Json& gltf = from_.gltf;
        const auto packed = [](const Json& view) { return view.contains("extensions"); };
        const Json views = gltf.value("bufferViews", Json::array());
        const bool plain = std::none_of(views.begin(), views.end(), packed);
        const auto known = [](const Json& name) {
            return gltf::isKnownExtension(name.get_ref<const std::string&>());
        };
        if (!plain ||
            (gltf.contains("extensionsUsed") &&
             !std::all_of(gltf["extensionsUsed"].begin(), gltf["extensionsUsed"].end(), known)))
            return;
        marks_ = true;
        moveRows();
        for (const std::size_t row : std::set(named_["accessors"]))
            moveAccessor(from_.gltf["accessors"][row]);
        marks_ = false;
        for (const char* list : {"accessors", "bufferViews"}) {
            std::size_t next = 0;
            for (std::size_t i = 0; i < from_.rows(list); ++i)
                rows_[list].push_back(named_[list].contains(i) ? next++ : kStays);
        }
    }

    /// Copies the bytes of the views that are kept; of all views if some are packed.
    void takeBytes(const std::vector<std::uint8_t>& from, std::size_t at,
                   std::vector<std::uint8_t>& to)
    {
        const std::size_t begin = to.size();
        if (rows_["bufferViews"].empty()) {
            to.insert(to.end(), from.begin(), from.end());
            at_ = at;
            return;
        }
        for (std::size_t i = 0; i < from_.rows("bufferViews"); ++i) {
            if (rows_["bufferViews"][i] == kStays) continue;
            Json& view = from_.gltf["bufferViews"][i];
            to.resize(begin + (to.size() - begin + 7) / 8 * 8);
            const auto first = from.begin() + static_cast<std::ptrdiff_t>(
                                                  view.value("byteOffset", std::size_t{0}));
            view["byteOffset"] = at + to.size() - begin;
            to.insert(to.end(), first,
                      first + static_cast<std::ptrdiff_t>(view["byteLength"].get<std::size_t>()));
        }
    }

    void moveRows()
    {
        each("meshes", [&](Json& mesh) { moveMesh(mesh); });
        each("materials", [&](Json& material) { moveTextures(material); });
        each("textures", [&](Json& texture) {
            move(texture, "sampler", "samplers");
            move(texture, "source", "images");
            if (texture.contains("extensions"))
                for (Json& extension : texture["extensions"]) move(extension, "source", "images");
        });
        each("images", [&](Json& image) { move(image, "bufferView", "bufferViews"); });
        if (!marks_) each("accessors", [&](Json& accessor) { moveAccessor(accessor); });
        if (!marks_) each("bufferViews", [&](Json& view) { moveView(view); });
        each("skins", [&](Json& skin) {
            move(skin, "inverseBindMatrices", "accessors");
            move(skin, "skeleton", "nodes");
        });
        each("nodes", [&](Json& node) { moveNode(node); });
        if (pointing_.is_object())
            for (Json& sampler : pointing_["samplers"])
                for (const char* end : {"input", "output"}) move(sampler, end, "accessors");
    }

    void moveAccessor(Json& accessor)
    {
        move(accessor, "bufferView", "bufferViews");
        if (accessor.contains("sparse"))
            for (const char* part : {"indices", "values"})
                move(accessor["sparse"][part], "bufferView", "bufferViews");
    }

    void each(const char* list, const auto& visit)
    {
        if (from_.gltf.contains(list))
            for (Json& row : from_.gltf[list]) visit(row);
    }

    /// Updates a reference; while marking, records that the row is used.
    void moveRow(Json& row, const std::string& list)
    {
        if (!row.is_number_integer()) return;
        const auto old = row.get<std::size_t>();
        if (marks_) {
            named_[list].insert(old);
            return;
        }
        const std::vector<std::size_t>& chosen = rows_[list];
        const bool moves = old < chosen.size() && chosen[old] != kStays;
        row = first_.at(list) + (moves ? chosen[old] : old);
    }
    void move(Json& object, const char* name, const std::string& list)
    {
        if (object.is_object() && object.contains(name)) moveRow(object[name], list);
    }

    void moveMesh(Json& mesh)
    {
        for (Json& primitive : mesh["primitives"]) {
            for (Json& row : primitive["attributes"]) moveRow(row, "accessors");
            if (primitive.contains("targets"))
                for (Json& target : primitive["targets"])
                    for (Json& row : target) moveRow(row, "accessors");
            move(primitive, "indices", "accessors");
            move(primitive, "material", "materials");
            if (!primitive.contains("extensions")) continue;
            Json& extensions = primitive["extensions"];
            if (extensions.contains("KHR_draco_mesh_compression"))
                move(extensions["KHR_draco_mesh_compression"], "bufferView", "bufferViews");
            if (!extensions.contains(kVariants)) continue;
            for (Json& mapping : extensions[kVariants]["mappings"]) {
                move(mapping, "material", "materials");
                if (!marks_)
                    for (Json& row : mapping["variants"]) row = row.get<std::size_t>() + variants();
            }
        }
    }

    std::size_t variants() const
    {
        const Json::json_pointer at(std::string("/extensions/") + kVariants + "/variants");
        return to_.gltf.contains(at) ? to_.gltf[at].size() : 0;
    }

    void joinVariants()
    {
        const Json::json_pointer at(std::string("/extensions/") + kVariants + "/variants");
        if (from_.gltf.contains(at))
            for (Json& one : from_.gltf[at]) to_.gltf[at].push_back(std::move(one));
    }

    void moveTextures(Json& value)
    {
        if (value.is_array())
            for (Json& item : value) moveTextures(item);
        if (!value.is_object()) return;
        for (auto& [name, member] : value.items()) {
            if (name.ends_with("Texture")) move(member, "index", "textures");
            if (name != "extras") moveTextures(member);
        }
    }

    void moveView(Json& view) const
    {
        if (at_ == 0) return;  // its bytes were copied one view at a time
        const auto behind = [&](Json& piece) {
            piece["byteOffset"] = piece.value("byteOffset", std::size_t{0}) + at_;
        };
        behind(view);
        if (!view.contains("extensions")) return;
        for (auto& [name, extension] : view["extensions"].items())
            if (name.find("meshopt_compression") != std::string::npos) behind(extension);
    }

    void moveNode(Json& node)
    {
        move(node, "camera", "cameras");
        move(node, "mesh", "meshes");
        move(node, "skin", "skins");
        if (node.contains("children"))
            for (Json& row : node["children"]) moveRow(row, "nodes");
        if (!node.contains("extensions")) return;
        Json& extensions = node["extensions"];
        if (extensions.contains(kLightsExtension))
            move(extensions[kLightsExtension], "light", "lights");
        const Json::json_pointer instances("/EXT_mesh_gpu_instancing/attributes");
        if (extensions.contains(instances))
            for (Json& row : extensions[instances]) moveRow(row, "accessors");
    }

    void moveOwn(const std::map<std::uint64_t, std::uint64_t>& ids)
    {
        for (Json& own : from_.own["nodes"]) {
            for (const char* name : {"id", "end"})
                if (own.contains(name)) own[name] = ids.at(own[name].get<std::uint64_t>());
            if (own.contains("shown"))
                for (Json& scene : own["shown"]) scene = sceneOf(scene.get<std::size_t>());
            to_.own["nodes"].push_back(std::move(own));
        }
    }

    /// The new number of a scene.
    std::size_t sceneOf(std::size_t old) const
    {
        const std::size_t shown = from_.gltf.value("scene", std::size_t{0});
        if (old == shown) return to_.gltf.value("scene", std::size_t{0});
        return std::max<std::size_t>(to_.rows("scenes"), 1) + old - (old > shown ? 1 : 0);
    }

    /// Merges the shown scene into that of the other; further scenes are added.
    void joinScene()
    {
        Json& gltf = from_.gltf;
        if (!gltf.contains("scenes") && !to_.gltf.contains("scenes")) return;
        if (!to_.gltf.contains("scenes")) {
            to_.gltf["scenes"] = Json::array({Json::object()});
            to_.gltf["scene"] = 0U;
        }
        const std::size_t shown = gltf.value("scene", std::size_t{0});
        Json& here = to_.gltf["scenes"][to_.gltf.value("scene", std::size_t{0})];
        Json others = Json::array();
        for (std::size_t i = 0; gltf.contains("scenes") && i < gltf["scenes"].size(); ++i) {
            Json& scene = gltf["scenes"][i];
            if (scene.contains("nodes"))
                for (Json& row : scene["nodes"]) moveRow(row, "nodes");
            if (i != shown) {
                others.push_back(std::move(scene));
                continue;
            }
            if (scene.contains("nodes"))
                for (Json& row : scene["nodes"]) here["nodes"].push_back(std::move(row));
        }
        for (Json& scene : others) to_.gltf["scenes"].push_back(std::move(scene));
    }

    /// Appends the keys that point at rows to the animation of the clip that is shown.
    void joinPointing()
    {
        if (!pointing_.is_object()) return;
        Json& to = to_.gltf["animations"][std::size_t(clip_)];
        const std::size_t behind = to["samplers"].size();
        std::map<std::string, MovedRows> lists;
        for (const auto& [list, first] : first_) lists[list] = {first, from_.rows(list.c_str())};
        lists["lights"].count = carriedLights(from_.gltf);
        for (Json& sampler : pointing_["samplers"]) to["samplers"].push_back(std::move(sampler));
        for (Json& channel : pointing_["channels"]) {
            std::string told = movePointer(*gltf::pointerIn(channel["target"]), lists);
            if (!told.empty()) warn(std::move(told), "#/animations");
            channel["sampler"] = channel["sampler"].get<std::size_t>() + behind;
            to["channels"].push_back(std::move(channel));
        }
    }

    void joinLights()
    {
        if (carriedLights(from_.gltf) == 0) return;
        Json& to = to_.gltf["extensions"][kLightsExtension]["lights"];
        for (Json& light : from_.gltf["extensions"][kLightsExtension]["lights"])
            to.push_back(std::move(light));
    }

    void joinNames()
    {
        for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
            if (!from_.gltf.contains(list)) continue;
            Json& names = to_.gltf[list];
            for (Json& name : from_.gltf[list])
                if (std::find(names.begin(), names.end(), name) == names.end())
                    names.push_back(std::move(name));
        }
    }

    void warn(std::string message, std::string place)
    {
        told_.push_back({Diagnostic::Severity::Warning, std::move(message), std::move(place)});
    }

    /// Before anything is moved away.
    void tellOfRest()
    {
        const Json& gltf = from_.gltf;
        if (gltf.contains("extras"))
            warn("what its root says in extras does not come along", "#/extras");
        tellOfScene();
        if (gltf.contains("asset"))
            for (const auto& [name, value] : gltf["asset"].items())
                if (name != "version" && name != "generator" && name != "minVersion")
                    warn("what it says of itself does not come along: " + name + " " +
                             value.dump(-1, ' ', false, Json::error_handler_t::replace),
                         "#/asset/" + name);
        if (gltf.contains("extensions"))
            for (const auto& [name, value] : gltf["extensions"].items())
                if (name != kLightsExtension && name != kVariants)
                    warn("what its root says in the extension " + inQuotes(name) +
                             " does not come along",
                         "#/extensions/" + name);
        const auto any = [](const auto& list) { return list.second > 0; };
        const bool moved = std::any_of(first_.begin(), first_.end(), any);
        if (moved && gltf.contains("extensionsUsed"))
            for (const Json& name : gltf["extensionsUsed"])
                if (name.is_string() && !gltf::isKnownExtension(name.get_ref<const std::string&>()))
                    warn("its rows have new numbers: where the extension " +
                             inQuotes(name.get<std::string>()) +
                             " names any, it may name others now",
                         "#/extensionsUsed");
    }

    /// The shown scene goes up in that of the other: its nodes alone come along.
    void tellOfScene()
    {
        const Json scenes = from_.gltf.value("scenes", Json::array());
        const std::size_t shown = from_.gltf.value("scene", std::size_t{0});
        if (shown >= scenes.size()) return;
        const std::string place = "#/scenes/" + std::to_string(shown);
        if (scenes[shown].contains("extras"))
            warn("what its scene says in extras does not come along", place + "/extras");
        if (!scenes[shown].contains("extensions")) return;
        for (const auto& [name, value] : scenes[shown]["extensions"].items())
            warn("what its scene says in the extension " + inQuotes(name) + " does not come along",
                 std::string(place).append("/extensions/").append(name));
    }

    static constexpr const char* kVariants = "KHR_materials_variants";
    CarriedForm& to_;
    CarriedForm from_;
    Diagnostics& told_;
    std::size_t at_ = 0;  ///< where all its data starts; 0: views were placed one by one
    int clip_;            ///< row of the animation that gets keys
    Json pointing_;       ///< what they are, as an animation; null: there are none
    bool marks_ = false;  ///< marking: collect used rows, change nothing
    std::map<std::string, std::set<std::size_t>> named_;
    std::map<std::string, std::vector<std::size_t>> rows_;  ///< by old row; empty: all
    std::map<std::string, std::size_t> first_;              ///< number of rows in the first form
};

}  // namespace

void joinForms(CarriedForm& to, CarriedForm from, ShownClips clips,
               const std::map<std::uint64_t, std::uint64_t>& ids,
               const std::vector<std::uint8_t>& data, std::size_t at,
               std::vector<std::uint8_t>& bytes, Diagnostics& told)
{
    joinPackets(to.gltf, from.gltf);
    FormJoiner(to, std::move(from), clips, told).run(ids, data, at, bytes);
}

}  // namespace posewright::io

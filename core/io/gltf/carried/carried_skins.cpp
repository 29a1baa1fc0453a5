#include "core/io/gltf/carried/carried_skins.h"

#include "core/io/gltf/carried/carried_influences.h"
#include "core/io/gltf/import/mesh_import.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace posewright::io::gltf {

namespace {

constexpr std::size_t kAligned = 4;
constexpr const char* kDraco = "KHR_draco_mesh_compression";

/// The influences on some vertices of a mesh, set by set.
std::vector<Influences> influencesOn(const Mesh& mesh, std::size_t first, std::size_t count)
{
    const auto cut = [&](const auto& rows) {
        const auto from = rows.begin() + static_cast<std::ptrdiff_t>(first);
        return std::vector(from, from + static_cast<std::ptrdiff_t>(count));
    };
    std::vector<Influences> sets{{cut(mesh.joints), cut(mesh.weights)}};
    for (const Influences& more : mesh.moreInfluences)
        sets.push_back({cut(more.joints), cut(more.weights)});
    return sets;
}

/// The number of sets up to the last one that moves anything; at least 1.
std::size_t usedSets(const std::vector<Influences>& sets)
{
    std::size_t used = sets.size();
    const auto moves = [](const Eigen::Vector4f& weights) { return !weights.isZero(0); };
    while (used > 1 && std::ranges::none_of(sets[used - 1].weights, moves)) --used;
    return used;
}

class InfluenceWriter {
public:
    InfluenceWriter(CarriedForm& form, std::vector<std::uint8_t>& data, Diagnostics& told) :
        form_(form), data_(data), told_(told)
    {
    }

    /// Writes joints and weights of all primitives of mesh `row` of the file.
    void write(std::size_t row, const Mesh& mesh)
    {
        std::size_t vertex = 0;
        for (std::size_t i = 0; i < form_.gltf["meshes"][row]["primitives"].size(); ++i) {
            Json& primitive = form_.gltf["meshes"][row]["primitives"][i];
            Json& attributes = primitive["attributes"];
            if (!attributes.contains("POSITION")) continue;
            const std::size_t count =
                form_.gltf["accessors"][attributes["POSITION"].get<std::size_t>()]["count"];
            std::vector<Influences> now = influencesOn(mesh, vertex, count);
            vertex += count;
            if (!put(attributes, std::move(now), count)) continue;
            const Json::json_pointer packed(std::string("/extensions/") + kDraco);
            if (!primitive.contains(packed)) continue;
            primitive["extensions"].erase(kDraco);
            tell(std::string("what is compressed by ") + kDraco +
                     " cannot follow other joints, and is kept without compression",
                 row);
        }
        if (dropped_)
            tell("of more than 12 joints a vertex the first 12 are left, since its skin changed",
                 row);
        dropped_ = false;
    }

    std::set<std::size_t> released;  ///< rows of accessors that were replaced

private:
    void tell(std::string message, std::size_t row)
    {
        told_.push_back(
            {Diagnostic::Severity::Warning, std::move(message), "#/meshes/" + std::to_string(row)});
    }

    /// False: all is as it was.
    bool put(Json& attributes, std::vector<Influences> now, std::size_t count)
    {
        const std::vector<Influences> was = carriedInfluences(form_.gltf, data_, attributes, count);
        const bool more = attributes.contains("JOINTS_" + std::to_string(kMostSets));
        dropped_ = dropped_ || more;
        // Those that the file has also where its numbers are read elsewhere, as in sparse
        // accessors.
        std::size_t there = 0;
        while (attributes.contains("JOINTS_" + std::to_string(there))) ++there;
        now.resize(std::max(std::min(there, now.size()), usedSets(now)));
        const auto isSame = [&](auto member) {
            return !more && std::ranges::equal(was, now, {}, member, member);
        };
        const bool joints = !isSame(&Influences::joints);
        const bool weights = !isSame(&Influences::weights);
        for (std::size_t set = 0; set < now.size(); ++set) {
            if (joints) putJoints(attributes, "JOINTS_" + std::to_string(set), now[set].joints);
            if (weights)
                replace(attributes, "WEIGHTS_" + std::to_string(set), now[set].weights, 5126);
        }
        for (std::size_t set = now.size(); joints || weights; ++set) {
            const std::string number = std::to_string(set);
            if (!attributes.contains("JOINTS_" + number)) break;
            for (const char* kind : {"JOINTS_", "WEIGHTS_"}) {
                released.insert(attributes[kind + number].get<std::size_t>());
                attributes.erase(kind + number);
            }
        }
        return joints || weights;
    }

    void putJoints(Json& attributes, const std::string& name,
                   const std::vector<std::array<std::uint16_t, 4>>& joints)
    {
        constexpr int kBytes = 5121;
        const bool were = attributes.contains(name) &&
                          row("accessors", attributes[name])["componentType"] == kBytes;
        const bool fit = std::ranges::all_of(joints, [](const auto& row) {
            return *std::max_element(row.begin(), row.end()) <= 255;
        });
        if (!were || !fit) return replace(attributes, name, joints, 5123);
        std::vector<std::array<std::uint8_t, 4>> small;
        small.reserve(joints.size());
        for (const auto& row : joints)
            small.push_back({std::uint8_t(row[0]), std::uint8_t(row[1]), std::uint8_t(row[2]),
                             std::uint8_t(row[3])});
        replace(attributes, name, small, kBytes);
    }

    Json& row(const char* list, const Json& at) { return form_.gltf[list][at.get<std::size_t>()]; }

    static void copySaid(const Json& from, Json& to)
    {
        for (const char* member : {"name", "extras", "extensions"})
            if (from.contains(member)) to[member] = from[member];
    }

    /// Puts an accessor for these numbers; primitives with the same numbers share it. What else was
    /// said of the accessor and the view before goes along.
    template <class Four>
    void replace(Json& attributes, const std::string& name, const std::vector<Four>& values,
                 int type)
    {
        Json accessor = Json::object();
        Json view = Json::object();
        if (attributes.contains(name)) {
            released.insert(attributes[name].get<std::size_t>());
            const Json& before = row("accessors", attributes[name]);
            copySaid(before, accessor);
            if (before.contains("bufferView"))
                copySaid(row("bufferViews", before["bufferView"]), view);
            // What packed the numbers before does not hold the new ones.
            view.erase("extensions");
        }
        const std::string bytes(reinterpret_cast<const char*>(values.data()),
                                values.size() * sizeof(Four));
        const auto [known, isNew] =
            written_.try_emplace({accessor.dump() + view.dump(), type, bytes});
        if (isNew)
            known->second = added(std::move(accessor), std::move(view), bytes, type, values.size());
        attributes[name] = known->second;
    }

    std::size_t added(Json accessor, Json view, const std::string& bytes, int type,
                      std::size_t count)
    {
        data_.resize((data_.size() + kAligned - 1) / kAligned * kAligned);
        Json& views = form_.gltf["bufferViews"];
        view["buffer"] = 0U;
        view["byteOffset"] = data_.size();
        view["byteLength"] = bytes.size();
        view["target"] = 34962U;
        views.push_back(std::move(view));
        data_.insert(data_.end(), bytes.begin(), bytes.end());
        accessor["bufferView"] = views.size() - 1;
        accessor["componentType"] = unsigned(type);
        accessor["type"] = "VEC4";
        accessor["count"] = count;
        form_.gltf["accessors"].push_back(std::move(accessor));
        return form_.gltf["accessors"].size() - 1;
    }

    CarriedForm& form_;
    std::vector<std::uint8_t>& data_;
    Diagnostics& told_;
    std::map<std::tuple<std::string, int, std::string>, std::size_t> written_;
    bool dropped_ = false;  ///< sets beyond the twelfth joint
};

/// A mesh, bound anew, and the row of the file that shows it.
struct BoundRow {
    int source = -1;
    Shared<Mesh> mesh;
    int row = -1;
};

}  // namespace

std::set<std::size_t> putSkins(CarriedForm& form, Document& doc, const std::vector<Skin>& known,
                               std::vector<std::uint8_t>& data, Diagnostics& told)
{
    const auto isOther = [&](const Node& node) {
        const auto* mesh = std::get_if<MeshPart>(&node.part);
        if (!mesh || mesh->source < 0 || mesh->skin < 0 || mesh->mesh->joints.empty()) return false;
        return mesh->skin >= std::ssize(known) ||
               known[mesh->skin].joints != doc.scene->skins()[mesh->skin].joints;
    };
    if (std::ranges::none_of(doc.scene->nodes(), isOther)) return {};
    std::vector<Node> nodes = doc.scene->nodes();
    std::vector<int> shown(form.rows("meshes"), 0);
    for (const Node& node : nodes)
        if (const auto* mesh = std::get_if<MeshPart>(&node.part); mesh && mesh->source >= 0)
            ++shown[mesh->source];
    InfluenceWriter writer(form, data, told);
    std::vector<BoundRow> bound;
    for (Node& node : nodes) {
        if (!isOther(node)) continue;
        auto& part = std::get<MeshPart>(node.part);
        const auto isThis = [&](const BoundRow& other) {
            return other.source == part.source && other.mesh.sameAs(part.mesh);
        };
        auto at = std::ranges::find_if(bound, isThis);
        if (at == bound.end()) {
            const auto users = static_cast<int>(std::ranges::count_if(nodes, [&](const Node& n) {
                return isOther(n) && isThis({std::get<MeshPart>(n.part).source,
                                             std::get<MeshPart>(n.part).mesh, -1});
            }));
            int row = part.source;
            if (shown[row] > users) {
                shown[row] -= users;
                Json& meshes = form.gltf["meshes"];
                meshes.push_back(Json(meshes[row]));
                row = static_cast<int>(meshes.size()) - 1;
            }
            writer.write(static_cast<std::size_t>(row), *part.mesh);
            at = bound.insert(bound.end(), {part.source, part.mesh, row});
        }
        part.source = at->row;
    }
    // Scene::make does not check `source`, the mesh's row in the file.
    if (Result<Scene> scene = Scene::make(std::move(nodes), doc.scene->skins()))
        doc.scene = *std::move(scene);
    return std::move(writer.released);
}

}  // namespace posewright::io::gltf

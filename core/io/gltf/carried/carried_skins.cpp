#include "core/io/gltf/carried/carried_skins.h"

#include <algorithm>

namespace posewright::io::gltf {

namespace {

constexpr std::size_t kAligned = 4;

class SkinAdder {
public:
    SkinAdder(CarriedForm& form, std::vector<std::uint8_t>& data) : form_(form), data_(data) {}

    /// Adds joints and weights to the primitives of mesh `row` of the file.
    void add(std::size_t row, const Mesh& mesh)
    {
        std::size_t vertex = 0;
        for (Json& primitive : form_.gltf["meshes"][row]["primitives"]) {
            Json& attributes = primitive["attributes"];
            if (!attributes.contains("POSITION")) continue;
            const std::size_t count =
                form_.gltf["accessors"][attributes["POSITION"].get<std::size_t>()]["count"];
            for (auto it = attributes.begin(); it != attributes.end();)
                it = it.key().starts_with("JOINTS_") || it.key().starts_with("WEIGHTS_")
                         ? attributes.erase(it)
                         : std::next(it);
            attributes["JOINTS_0"] = accessor(mesh.joints.data() + vertex, count, 5123);
            attributes["WEIGHTS_0"] = accessor(mesh.weights.data() + vertex, count, 5126);
            vertex += count;
        }
    }

private:
    template <class Four>
    std::size_t accessor(const Four* values, std::size_t count, int type)
    {
        data_.resize((data_.size() + kAligned - 1) / kAligned * kAligned);
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(values);
        Json& views = form_.gltf["bufferViews"];
        views.push_back({{"buffer", 0U},
                         {"byteOffset", data_.size()},
                         {"byteLength", count * sizeof(Four)},
                         {"target", 34962U}});
        data_.insert(data_.end(), bytes, bytes + count * sizeof(Four));
        Json& accessors = form_.gltf["accessors"];
        accessors.push_back({{"bufferView", views.size() - 1},
                             {"componentType", unsigned(type)},
                             {"type", "VEC4"},
                             {"count", count}});
        return accessors.size() - 1;
    }

    CarriedForm& form_;
    std::vector<std::uint8_t>& data_;
};

}  // namespace

void addMadeSkins(CarriedForm& form, Document& doc, std::size_t known,
                  std::vector<std::uint8_t>& data)
{
    const auto isMade = [&](const Node& node) {
        const auto* mesh = std::get_if<MeshPart>(&node.part);
        return mesh && mesh->source >= 0 && mesh->skin >= static_cast<int>(known);
    };
    if (std::ranges::none_of(doc.scene->nodes(), isMade)) return;
    std::vector<Node> nodes = doc.scene->nodes();
    std::vector<int> shown(form.rows("meshes"), 0);
    for (const Node& node : nodes)
        if (const auto* mesh = std::get_if<MeshPart>(&node.part); mesh && mesh->source >= 0)
            ++shown[mesh->source];
    SkinAdder skins(form, data);
    for (Node& node : nodes) {
        if (!isMade(node)) continue;
        auto& part = std::get<MeshPart>(node.part);
        if (shown[part.source] > 1) {
            --shown[part.source];
            Json& meshes = form.gltf["meshes"];
            meshes.push_back(Json(meshes[part.source]));
            part.source = static_cast<int>(meshes.size()) - 1;
        }
        skins.add(static_cast<std::size_t>(part.source), *part.mesh);
    }
    // Scene::make does not check `source`, the mesh's row in the file.
    if (Result<Scene> scene = Scene::make(std::move(nodes), doc.scene->skins()))
        doc.scene = *std::move(scene);
}

}  // namespace posewright::io::gltf

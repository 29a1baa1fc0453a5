#pragma once

#include "core/document/document.h"
#include "core/scene/scene.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace posewright::test {

/// A figure's skinned meshes as one rigid mesh, as it stands at rest, and who moved each vertex
/// before, and how much.
struct Stripped {
    Document doc;
    std::vector<NodeId> bones;
    std::vector<std::map<NodeId, double>> artist;
};

inline void strip(const Scene& scene, const MeshPart& part, Stripped& out, Mesh& to)
{
    const Mesh& mesh = *part.mesh;
    const Skin& skin = scene.skins()[part.skin];
    const std::vector<WorldTransform> world = worldTransforms(scene, restPose(scene));
    const auto first = std::uint32_t(to.positions.size());
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        Vec3 place = Vec3::Zero();
        std::map<NodeId, double> shares;
        for (int c = 0; c < 4; ++c) {
            const double weight = mesh.weights[i][c];
            const int joint = mesh.joints[i][c];
            if (weight <= 0) continue;
            const Eigen::Vector4f bound = skin.inverseBind[joint] * mesh.positions[i].homogeneous();
            place += weight *
                     (world[scene.find(skin.joints[joint])] * Vec3(bound.head<3>().cast<double>()));
            shares[skin.joints[joint]] += weight;
        }
        to.positions.push_back(place.cast<float>());
        out.artist.push_back(std::move(shares));
    }
    for (const std::uint32_t corner : mesh.indices) to.indices.push_back(first + corner);
}

inline Stripped stripped(const Document& doc)
{
    Stripped out{doc, {}, {}};
    std::vector<Node> nodes = doc.scene->nodes();
    Mesh mesh;
    for (Node& node : nodes) {
        const auto* part = std::get_if<MeshPart>(&node.part);
        if (!part) continue;
        if (part->skin >= 0) strip(*doc.scene, *part, out, mesh);
        node.part = {};
    }
    for (const auto& shares : out.artist)
        for (const auto& [bone, share] : shares)
            if (std::ranges::find(out.bones, bone) == out.bones.end()) out.bones.push_back(bone);
    Node skin;
    skin.id = NodeId(out.doc.nextId++);
    skin.name = "all of it";
    MeshPart part;
    part.mesh = std::move(mesh);
    skin.part = std::move(part);
    nodes.push_back(std::move(skin));
    out.doc.scene = *Scene::make(std::move(nodes));
    out.doc.carried = Carried{};
    return out;
}

}  // namespace posewright::test

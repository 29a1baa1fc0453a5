#include "core/skinning/shares.h"

#include <algorithm>

namespace posewright::skinning {

NodeId carrierOf(const Scene& scene, NodeIndex mesh)
{
    for (NodeIndex at = mesh; at != kNoNode; at = scene[at].parent)
        if (scene[at].bone()) return scene[at].id;
    return scene[mesh].id;
}

std::vector<float> sharesOf(const Scene& scene, NodeIndex mesh, std::span<const NodeId> nodes)
{
    const auto& part = std::get<MeshPart>(scene[mesh].part);
    const auto meant = [&](NodeId id) {
        return std::find(nodes.begin(), nodes.end(), id) != nodes.end();
    };
    const std::size_t vertices = part.mesh->positions.size();
    if (part.skin < 0 || part.mesh->joints.empty())
        return std::vector<float>(vertices, meant(carrierOf(scene, mesh)) ? 1.0F : 0.0F);
    std::vector<bool> counts;
    for (const NodeId joint : scene.skins()[part.skin].joints) counts.push_back(meant(joint));
    std::vector<float> out(vertices, 0);
    for (std::size_t i = 0; i < vertices; ++i)
        eachShare(*part.mesh, i, [&](std::uint16_t joint, float share) {
            if (counts[joint]) out[i] += share;
        });
    return out;
}

}  // namespace posewright::skinning

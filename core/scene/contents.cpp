#include "core/scene/contents.h"

#include <algorithm>

namespace posewright {

namespace {

bool isTextured(const MeshPart& mesh)
{
    return std::any_of(mesh.mesh->pieces.begin(), mesh.mesh->pieces.end(), [](const MeshPiece& p) {
        return p.material->baseTexture || p.material->metalTexture || p.material->normalTexture ||
               p.material->occlusionTexture || p.material->emissionTexture;
    });
}

}  // namespace

SceneContents contentsOf(const Scene& scene)
{
    SceneContents out;
    for (const Node& node : scene.nodes()) {
        out.bones += node.bone() ? 1 : 0;
        if (const auto* mesh = std::get_if<MeshPart>(&node.part)) {
            ++out.meshes;
            out.morphs += static_cast<int>(mesh->morphs.size());
            out.textures = out.textures || isTextured(*mesh);
            out.shown = out.shown || mesh->skin >= 0 || mesh->source >= 0;
        }
        const bool other = std::holds_alternative<CameraPart>(node.part) ||
                           std::holds_alternative<LightPart>(node.part);
        out.others += other ? 1 : 0;
    }
    return out;
}

}  // namespace posewright

#include "core/retarget/moved_vertices.h"

#include <algorithm>
#include <cstddef>
#include <variant>

namespace posewright::retarget {

namespace {

constexpr float kMoved = 0.5F;  ///< weight at which a vertex belongs to a bone

/// For joints of a part of the body: the transform of what is bound to them.
struct BoundPart {
    std::vector<bool> is;
    std::vector<Affine> carries;
};

BoundPart boundPart(const Scene& scene, const Skin& skin, const std::vector<bool>& part,
                    const std::vector<WorldTransform>& world)
{
    BoundPart bound;
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
        const NodeIndex row = scene.find(skin.joints[i]);
        bound.is.push_back(row != kNoNode && part[row] && i < skin.inverseBind.size());
        Affine carries = Affine::Identity();
        if (bound.is.back())
            carries = world[row].matrix() * Affine(skin.inverseBind[i].cast<double>());
        bound.carries.push_back(carries);
    }
    return bound;
}

void takeSkinned(const Mesh& mesh, const BoundPart& bound,
                 const std::function<void(const Vec3&)>& take)
{
    const std::size_t rows =
        std::min({mesh.positions.size(), mesh.joints.size(), mesh.weights.size()});
    for (std::size_t v = 0; v < rows; ++v) {
        float share = 0, most = 0;
        std::size_t strongest = 0;
        for (int k = 0; k < 4; ++k) {
            const std::size_t joint = mesh.joints[v][k];
            const float weight = mesh.weights[v][k];
            if (joint >= bound.is.size() || !bound.is[joint]) continue;
            share += weight;
            if (weight <= most) continue;
            most = weight;
            strongest = joint;
        }
        if (share >= kMoved)
            take(bound.carries[strongest] * Vec3(mesh.positions[v].cast<double>()));
    }
}

}  // namespace

void eachMovedVertex(const Scene& scene, const std::vector<bool>& part,
                     const std::vector<WorldTransform>& world,
                     const std::function<void(const Vec3&)>& take)
{
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const auto* drawn = std::get_if<MeshPart>(&scene[row].part);
        if (!drawn) continue;
        if (drawn->skin >= 0)
            takeSkinned(*drawn->mesh, boundPart(scene, scene.skins()[drawn->skin], part, world),
                        take);
        else if (part[row])
            for (const auto& vertex : drawn->mesh->positions)
                take(world[row] * Vec3(vertex.cast<double>()));
    }
}

}  // namespace posewright::retarget

#include "core/retarget/leg_end.h"

#include <algorithm>
#include <limits>

namespace posewright::retarget {

namespace {

constexpr double kNoLeg = 1e-9;
constexpr float kMoved = 0.5F;  ///< weight at which a vertex belongs to a bone

/// The lowest point of the leg and the middle of its vertices.
struct Depth {
    Vec3 up;
    double lowest = std::numeric_limits<double>::infinity();
    Vec3 deepest = Vec3::Zero();
    Vec3 sum = Vec3::Zero();
    double lowestVertex = std::numeric_limits<double>::infinity();
    int count = 0;

    void take(const Vec3& place)
    {
        if (const double height = up.dot(place); height < lowest) {
            lowest = height;
            deepest = place;
        }
    }
    void takeVertex(const Vec3& place)
    {
        take(place);
        lowestVertex = std::min(lowestVertex, up.dot(place));
        sum += place;
        ++count;
    }
    Vec3 sole() const
    {
        if (count == 0) return deepest;
        const Vec3 middle = sum / count;
        return middle + up * (lowest - up.dot(middle));
    }
};

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

void takeSkinned(const Mesh& mesh, const BoundPart& bound, Depth& depth)
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
            depth.takeVertex(bound.carries[strongest] * Vec3(mesh.positions[v].cast<double>()));
    }
}

/// The depth of a bone, everything below it, and the meshes that they move.
Depth depthBelow(const Scene& scene, NodeIndex top, const std::vector<WorldTransform>& world,
                 const Vec3& up)
{
    Depth depth{up};
    std::vector<bool> part(static_cast<std::size_t>(scene.size()), false);
    for (NodeIndex row = top; row < scene.size(); ++row) {
        const NodeIndex parent = scene[row].parent;
        part[row] = row == top || (parent != kNoNode && part[parent]);
        if (!part[row]) continue;
        if (row != top) depth.take(world[row].position);
        if (const BonePart* bone = scene[row].bone(); bone && bone->tipGiven)
            depth.take(world[row] * bone->tip);
    }
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const auto* drawn = std::get_if<MeshPart>(&scene[row].part);
        if (!drawn) continue;
        if (drawn->skin >= 0)
            takeSkinned(*drawn->mesh, boundPart(scene, scene.skins()[drawn->skin], part, world),
                        depth);
        else if (part[row])
            for (const auto& vertex : drawn->mesh->positions)
                depth.takeVertex(world[row] * Vec3(vertex.cast<double>()));
    }
    return depth;
}

}  // namespace

std::optional<double> lowestVertex(const Scene& scene, NodeIndex top,
                                   const std::vector<WorldTransform>& world, const Vec3& up)
{
    const Depth depth = depthBelow(scene, top, world, up);
    return depth.count > 0 ? std::optional(depth.lowestVertex) : std::nullopt;
}

std::optional<LegEnd> legEnd(const Scene& scene, const Figure& figure,
                             const std::vector<WorldTransform>& world, const Vec3& up,
                             BodySide side)
{
    if (const NodeIndex foot = figure.first(onSide(Role::LeftFoot, side)); foot != kNoNode)
        return LegEnd{foot};
    const NodeIndex shin = figure.first(onSide(Role::LeftLowerLeg, side));
    if (shin == kNoNode) return {};
    const Depth depth = depthBelow(scene, shin, world, up);
    const Vec3 at = world[shin].linear.inverse() * (depth.sole() - world[shin].position);
    if (depth.lowest < up.dot(world[shin].position) && at.allFinite() && at.norm() > kNoLeg)
        return LegEnd{shin, at, false};
    // Files without tips get them estimated from the bones above.
    const BonePart* bone = scene[shin].bone();
    if (!bone || bone->tip.norm() < kNoLeg) return {};
    return LegEnd{shin, bone->tip, false};
}

}  // namespace posewright::retarget

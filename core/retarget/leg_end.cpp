#include "core/retarget/leg_end.h"

#include "core/retarget/moved_vertices.h"

#include <algorithm>
#include <limits>

namespace posewright::retarget {

namespace {

constexpr double kNoLeg = 1e-9;

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
    eachMovedVertex(scene, part, world, [&](const Vec3& place) { depth.takeVertex(place); });
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

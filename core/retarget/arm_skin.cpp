#include "core/retarget/arm_skin.h"

#include "core/skinning/shares.h"

#include <algorithm>
#include <cstdint>
#include <variant>

namespace posewright::retarget {

std::vector<ArmSpot> skinOfForearm(const Scene& scene, const Figure& figure,
                                   const std::vector<WorldTransform>& rests, BodySide side,
                                   std::size_t most)
{
    const NodeIndex hand = figure.first(onSide(Role::LeftHand, side));
    const NodeIndex top = figure.first(onSide(Role::LeftLowerArm, side));
    std::vector<ArmSpot> all;
    if (top == kNoNode || hand == kNoNode) return all;
    const Vec3 elbow = rests[top].position, line = rests[hand].position - elbow;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const auto* drawn = std::get_if<MeshPart>(&scene[row].part);
        if (!drawn || drawn->skin < 0 || drawn->mesh->joints.empty()) continue;
        const Skin& skin = scene.skins()[drawn->skin];
        for (std::size_t v = 0; v < drawn->mesh->positions.size(); ++v) {
            float largest = 0;
            std::size_t strongest = 0;
            skinning::eachShare(*drawn->mesh, v, [&](std::uint16_t joint, float share) {
                if (share <= largest) return;
                largest = share;
                strongest = joint;
            });
            const NodeIndex bone = largest > 0 ? scene.find(skin.joints[strongest]) : kNoNode;
            if (bone == kNoNode || (bone != top && !scene.isAbove(top, bone))) continue;
            const Eigen::Matrix4f& bind = skin.inverseBind[strongest];
            const Eigen::Vector3f at = bind.topLeftCorner<3, 3>() * drawn->mesh->positions[v] +
                                       bind.topRightCorner<3, 1>();
            ArmSpot spot{bone, at.cast<double>(), 0};
            spot.along = line.dot(rests[bone] * spot.at - elbow) / line.squaredNorm();
            if (spot.along >= 0.5) all.push_back(spot);
        }
    }
    const std::size_t step = std::max<std::size_t>(1, (all.size() + most - 1) / most);
    std::vector<ArmSpot> out;
    out.reserve(most);
    for (std::size_t i = 0; i < all.size(); i += step) out.push_back(all[i]);
    return out;
}

}  // namespace posewright::retarget

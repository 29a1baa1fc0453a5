#pragma once

#include "tests/support/bound_mesh.h"
#include "tests/support/made_body.h"

#include <algorithm>

/// Boots for made bodies.
namespace posewright::test {

inline constexpr double kSoleEnds[] = {-0.06, 0.2};  ///< behind and ahead of the ankle [m]

/// Soles of boots below the lowest joints, bound to the feet.
inline Document inBoots(Document doc, const MadeBody& body, double thick)
{
    Mesh mesh;
    Skin skin;
    for (const char* name : {"LeftFoot", "RightFoot"}) {
        const int foot = body.row(name);
        const plain::V ankle = body.joints[foot].at;
        for (const double z : kSoleEnds)
            for (const double y : {0.1, -thick}) {
                mesh.positions.emplace_back(float(ankle.x), float(y), float(z));
                mesh.joints.push_back({static_cast<std::uint16_t>(skin.joints.size()), 0, 0, 0});
                mesh.weights.emplace_back(1, 0, 0, 0);
            }
        skin.joints.push_back((*doc.scene)[foot].id);
        Eigen::Matrix4f inverse = Eigen::Matrix4f::Identity();
        inverse.topRightCorner<3, 1>() = -vecOf(ankle).cast<float>();
        skin.inverseBind.push_back(inverse);
    }
    return withBoundMesh(std::move(doc), "Boots", std::move(mesh), std::move(skin));
}

/// The height of the sole of a boot that a foot of the body carries. [m]
inline double soleOf(const MadeBody& body, const BodyPose& pose, const char* name, double thick)
{
    const int foot = body.row(name);
    const plain::V ankle = body.joints[foot].at;
    double lowest = 1e9;
    for (const double z : kSoleEnds)
        lowest =
            std::min(lowest, (placesOf(body, pose)[foot] +
                              plain::turned(pose.turns[foot], plain::V{ankle.x, -thick, z} - ankle))
                                 .y);
    return lowest;
}

}  // namespace posewright::test

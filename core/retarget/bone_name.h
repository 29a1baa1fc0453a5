#pragma once

#include "core/retarget/role.h"

#include <optional>
#include <string>
#include <vector>

/// Reading the names of bones. Internal to core/retarget.
namespace posewright::retarget {

/// What a name alone can mean: "shoulder" may be a collar bone or the upper arm, which its
/// neighbours decide.
enum class BonePartWord : std::uint8_t {
    Hips,
    Spine,
    Neck,
    Head,
    Collar,
    Shoulder,
    UpperArm,
    Arm,
    LowerArm,
    Hand,
    Thumb,
    Index,
    Middle,
    Ring,
    Little,
    Hip,  ///< the hips in the middle, a thigh on a side
    UpperLeg,
    Leg,
    LowerLeg,
    Foot,
    Toes,
};

struct BoneName {
    BodySide side = BodySide::Middle;
    std::optional<BonePartWord> part;  ///< empty: the name means nothing known
};

/// Reads "mixamorig:LeftUpLeg", "upper_arm.L", "Bip01 R Forearm", "J_Bip_L_LowerLeg", "lShldr",
/// "Skeleton_arm_joint_L__4_". Control, twist, attachment and end bones have no part.
BoneName readBoneName(const std::string& name);

/// Whether a bone only takes a share of its neighbour's twist: "forearm_twist_01_l".
bool isTwistBone(const std::string& name);

}  // namespace posewright::retarget

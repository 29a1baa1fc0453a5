#pragma once

#include "core/retarget/role.h"

#include <optional>
#include <string>
#include <vector>

/// What the name of a bone says. Inside of core/retarget.
namespace posewright::retarget {

/// What a name stands for as far as it alone tells: "shoulder" may be a collar bone or the upper
/// arm, which its neighbours decide.
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
    Hip,  ///< the hips in the middle, a thigh at a side
    UpperLeg,
    Leg,
    LowerLeg,
    Foot,
    Toes,
};

struct BoneName {
    BodySide side = BodySide::Middle;
    std::optional<BonePartWord> part;  ///< empty: the name tells nothing
};

/// Reads "mixamorig:LeftUpLeg", "upper_arm.L", "Bip01 R Forearm", "J_Bip_L_LowerLeg", "lShldr",
/// "Skeleton_arm_joint_L__4_". Bones that steer, twist, hold things or only end others say nothing.
BoneName readBoneName(const std::string& name);

/// Whether a bone only shares the twist of what hangs on its neighbour: "forearm_twist_01_l".
bool isTwistBone(const std::string& name);

}  // namespace posewright::retarget

#pragma once

#include "core/edit/edit.h"

#include <optional>
#include <string>
#include <vector>

/// The other side of a figure that faces +Z or -Z: X changes its sign. Inside of core/edit.
namespace posewright::edit {

/// A way to read a name as one of a side, and what its counterpart is then called.
struct SidedName {
    Side side = Side::Left;
    std::string other;
    bool sure = true;  ///< false: "lhand" may be a left hand, "lowerback" is none: look for "rhand"
};

/// Every reading of a name, the surest first: Left and Right as words of a name ("LeftArm",
/// "arm_right", "rig:LEFT_hand"), single letters set off by . _ - : or a space ("hand.L", "l_leg"),
/// a letter before a capital ("LHipJoint", "rShldr"), or just in front ("rhand").
std::vector<SidedName> sidesOf(const std::string& name);

/// The node of the other side by its name; the node itself where it has none.
NodeIndex partnerOf(const Scene& scene, NodeIndex row);

/// The mirror images in the plane X = 0.
Vec3 mirrored(const Vec3& v);
Quat mirrored(const Quat& q);
WorldTransform mirrored(const WorldTransform& world);

/// A bend of the limbs of the other side, of bones that may have axes of their own.
/// @param rest  of all nodes, world
KeyHint mirrored(const Scene& scene, const std::vector<WorldTransform>& rest, KeyHint hint);

/// The limit of the mirrored joint: allows the mirror images of what the limit allows.
Limit mirrored(const Limit& limit);

}  // namespace posewright::edit

#pragma once

#include "core/edit/edit.h"

#include <optional>
#include <string>
#include <vector>

/// Mirroring of a figure that faces +Z or -Z: X changes its sign.
namespace posewright::edit {

/// One way to read a name as that of a side, with the name of the counterpart.
struct SidedName {
    Side side = Side::Left;
    std::string other;
    bool sure = true;  ///< false: only if the counterpart exists ("lhand" with "rhand", but not
                       ///< "lowerback")
};

/// Every reading of a name, the surest first: Left and Right as words of a name ("LeftArm",
/// "arm_right", "rig:LEFT_hand"), single letters set off by . _ - : or a space ("hand.L", "l_leg"),
/// a letter before a capital ("LHipJoint", "rShldr"), or a leading letter ("rhand").
std::vector<SidedName> sidesOf(const std::string& name);

/// The counterpart of a node by name; the node itself if it has none.
NodeIndex partnerOf(const Scene& scene, NodeIndex row);

/// The mirror images in the plane X = 0.
Vec3 mirrored(const Vec3& v);
Quat mirrored(const Quat& q);
WorldTransform mirrored(const WorldTransform& world);

/// The mirrored hint for the limbs of the other side, whose bones may have different axes.
/// @param rest  of all nodes, world
KeyHint mirrored(const Scene& scene, const std::vector<WorldTransform>& rest, KeyHint hint);

/// The limit that allows the mirror images of what `limit` allows.
Limit mirrored(const Limit& limit);

/// The same for the counterpart of this joint, in the axes that it has at rest, whatever they are.
/// Nullopt: it has no counterpart, or no limit of the kind can say it there.
std::optional<Limit> limitOfPartner(const Scene& scene, NodeIndex joint, const Limit& limit);

/// The edit that gives a joint this limit; with `bothSides`, also its counterpart the mirrored one,
/// where there is one.
std::vector<Edit> limitEdits(const Scene& scene, NodeId joint, const Limit& limit, bool bothSides);

}  // namespace posewright::edit

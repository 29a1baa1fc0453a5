#pragma once

#include "core/math/transform.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace posewright::operate {

/// The positions of a limb's joints, world [m].
struct ArmJoints {
    Vec3 shoulder = Vec3::Zero(), elbow = Vec3::Zero(), wrist = Vec3::Zero(), tip = Vec3::Zero();
};
struct LegJoints {
    Vec3 hip = Vec3::Zero(), knee = Vec3::Zero(), ankle = Vec3::Zero(), ball = Vec3::Zero(),
         tip = Vec3::Zero();
};

/// The joints of a human-like body, world [m].
struct BodyJoints {
    /// The rotation from +Z to where the body faces. The positions below have it removed, so that
    /// in them the body faces +Z and its left is at +X.
    Quat turn = Quat::Identity();
    std::array<ArmJoints, 2> arms;  ///< left and right
    std::array<LegJoints, 2> legs;
    Vec3 hips = Vec3::Zero(), neck = Vec3::Zero(), head = Vec3::Zero(), top = Vec3::Zero();
};

/// Finds them from the outline: hands are farthest to the sides; an arm runs from there to where
/// the outline widens; legs run from the bottom to where they meet; elbows and knees are on the
/// centre lines. What the outline does not show, like the height of ankles and neck, is taken from
/// human proportions. Nullopt: no arms or legs were found.
/// @pre the bounding box is not many times wider than high
/// @param places of the vertices, world [m]; the soles are the lowest part, and the arms hang
/// beside the trunk or are spread
std::optional<BodyJoints> bodyIn(std::span<const Vec3> places,
                                 std::span<const std::uint32_t> indices);

}  // namespace posewright::operate

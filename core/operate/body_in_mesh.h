#pragma once

#include "core/math/transform.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace posewright::operate {

/// Where the joints of a limb are.
struct ArmJoints {
    Vec3 shoulder = Vec3::Zero(), elbow = Vec3::Zero(), wrist = Vec3::Zero(), tip = Vec3::Zero();
};
struct LegJoints {
    Vec3 hip = Vec3::Zero(), knee = Vec3::Zero(), ankle = Vec3::Zero(), ball = Vec3::Zero(),
         tip = Vec3::Zero();
};

/// The joints of a person, or of what stands and reaches as one does, in the world.
struct BodyJoints {
    /// From the side of +Z to where it faces: all places are turned back by it, and then it faces
    /// +Z and its left is at +X.
    Quat turn = Quat::Identity();
    std::array<ArmJoints, 2> arms;  ///< left and right
    std::array<LegJoints, 2> legs;
    Vec3 hips = Vec3::Zero(), neck = Vec3::Zero(), head = Vec3::Zero(), top = Vec3::Zero();
};

/// Finds them by the outline: hands are what is farthest to the sides, an arm goes from there to
/// where the outline grows wide, legs go from below to where they meet, elbows and knees lie on the
/// middle lines between. What cannot be seen, as the height of the ankles and of the neck, is as it
/// is in people, in shares of the height. Nothing: no arms or legs are found.
/// @pre the box of the places is not many times as wide as high
/// @param places of the vertices, in the world; its soles are the lowest of it, and arms hang
/// beside the trunk, or are spread
std::optional<BodyJoints> bodyIn(std::span<const Vec3> places,
                                 std::span<const std::uint32_t> indices);

}  // namespace posewright::operate

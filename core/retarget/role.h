#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// A motion of one skeleton onto another one: what the bones of each are to a body, how the two
/// stand against each other, and the clip that comes of it. Angles and bars are those of
/// docs/retargeting.md.
namespace posewright::retarget {

/// What a bone is to a body. Names are those of VRM 1.0 (humanoid bones), as far as it has them.
enum class Role : std::uint8_t {
    Hips,
    Spine,  ///< all between the hips and the neck
    Neck,
    Head,
    LeftShoulder,  ///< the collar bone
    LeftUpperArm,
    LeftLowerArm,
    LeftHand,
    LeftThumb,
    LeftIndex,
    LeftMiddle,
    LeftRing,
    LeftLittle,
    LeftUpperLeg,
    LeftLowerLeg,
    LeftFoot,
    LeftToes,
    RightShoulder,
    RightUpperArm,
    RightLowerArm,
    RightHand,
    RightThumb,
    RightIndex,
    RightMiddle,
    RightRing,
    RightLittle,
    RightUpperLeg,
    RightLowerLeg,
    RightFoot,
    RightToes,
};
inline constexpr std::size_t kRoles = 30;
inline constexpr std::size_t kRolesOfASide = 13;

std::span<const Role> allRoles() noexcept;

/// "leftUpperArm", as in map files.
std::string_view nameOf(Role role) noexcept;
/// Nothing where no role has the name.
std::optional<Role> roleNamed(std::string_view name) noexcept;

/// May several bones in a row share it? Spine, neck and fingers.
bool isChain(Role role) noexcept;
bool isFinger(Role role) noexcept;

enum class BodySide : std::uint8_t { Middle, Left, Right };
BodySide sideOf(Role role) noexcept;
/// The role of the other side; itself in the middle.
Role mirrored(Role role) noexcept;
/// @pre `left` is of the left side
Role onSide(Role left, BodySide side) noexcept;

}  // namespace posewright::retarget

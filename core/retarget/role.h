#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// Retargeting a motion from one skeleton to another: the roles of bones, the alignment of two
/// figures, and the resulting clip. Angles and tolerances are explained in docs/retargeting.md.
namespace posewright::retarget {

/// The anatomical role of a bone. Names follow VRM 1.0 (humanoid bones) where it has them.
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
/// Nullopt if no role has the name.
std::optional<Role> roleNamed(std::string_view name) noexcept;

/// Can several consecutive bones share it? True for spine, neck and fingers.
bool isChain(Role role) noexcept;
bool isFinger(Role role) noexcept;

enum class BodySide : std::uint8_t { Middle, Left, Right };
BodySide sideOf(Role role) noexcept;
/// The same role on the other side; itself if in the middle.
Role mirrored(Role role) noexcept;
/// @pre `left` is of the left side
Role onSide(Role left, BodySide side) noexcept;

}  // namespace posewright::retarget

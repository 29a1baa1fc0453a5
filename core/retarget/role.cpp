#include "core/retarget/role.h"

#include <algorithm>

namespace posewright::retarget {

namespace {

constexpr std::array<std::string_view, kRoles> kNames{
    "hips",         "spine",         "neck",          "head",          "leftShoulder",
    "leftUpperArm", "leftLowerArm",  "leftHand",      "leftThumb",     "leftIndex",
    "leftMiddle",   "leftRing",      "leftLittle",    "leftUpperLeg",  "leftLowerLeg",
    "leftFoot",     "leftToes",      "rightShoulder", "rightUpperArm", "rightLowerArm",
    "rightHand",    "rightThumb",    "rightIndex",    "rightMiddle",   "rightRing",
    "rightLittle",  "rightUpperLeg", "rightLowerLeg", "rightFoot",     "rightToes"};

constexpr std::array<Role, kRoles> kAll = [] {
    std::array<Role, kRoles> all{};
    for (std::size_t i = 0; i < kRoles; ++i) all[i] = static_cast<Role>(i);
    return all;
}();

/// Roles of the left side come before those of the right side, in the same order.
Role onOtherSide(Role role, int by)
{
    return static_cast<Role>(static_cast<int>(role) + by * static_cast<int>(kRolesOfASide));
}

}  // namespace

std::span<const Role> allRoles() noexcept
{
    return kAll;
}

std::string_view nameOf(Role role) noexcept
{
    return kNames[static_cast<std::size_t>(role)];
}

std::optional<Role> roleNamed(std::string_view name) noexcept
{
    const auto at = std::find(kNames.begin(), kNames.end(), name);
    if (at == kNames.end()) return {};
    return kAll[static_cast<std::size_t>(at - kNames.begin())];
}

bool isFinger(Role role) noexcept
{
    return (role >= Role::LeftThumb && role <= Role::LeftLittle) ||
           (role >= Role::RightThumb && role <= Role::RightLittle);
}

bool isChain(Role role) noexcept
{
    return role == Role::Spine || role == Role::Neck || isFinger(role);
}

BodySide sideOf(Role role) noexcept
{
    if (role < Role::LeftShoulder) return BodySide::Middle;
    return role < Role::RightShoulder ? BodySide::Left : BodySide::Right;
}

Role mirrored(Role role) noexcept
{
    const BodySide side = sideOf(role);
    if (side == BodySide::Middle) return role;
    return onOtherSide(role, side == BodySide::Left ? 1 : -1);
}

Role onSide(Role left, BodySide side) noexcept
{
    return side == BodySide::Right ? mirrored(left) : left;
}

}  // namespace posewright::retarget

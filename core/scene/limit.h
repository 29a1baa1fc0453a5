#pragma once

#include "core/base/members.h"
#include "core/math/transform.h"

#include <array>
#include <string_view>
#include <variant>

namespace posewright {

/// A range [min, max] with min <= max.
struct Range {
    double min = 0;
    double max = 0;
    bool operator==(const Range&) const = default;
};

/// How far a joint may turn, or slide. Every limit lives in the joint's rest frame in its parent:
/// it speaks of q = rest^-1 * local. Angles in radians, axes are unit vectors.
struct FixedLimit {
    bool operator==(const FixedLimit&) const = default;
};
/// Turns about one axis only.
struct HingeLimit {
    Vec3 axis = Vec3::UnitX();
    Range angle;
    friend bool operator==(const HingeLimit& a, const HingeLimit& b)
    {
        return a.axis == b.axis && a.angle == b.angle;
    }
};
/// Swings `axis` inside a cone with four opening angles, in (0, pi), counted from `up` clockwise
/// as seen along the axis, and twists about it inside a range.
struct ConeLimit {
    Vec3 axis = Vec3::UnitY();
    Vec3 up = Vec3::UnitZ();
    std::array<double, 4> angles{};
    Range twist;
    friend bool operator==(const ConeLimit& a, const ConeLimit& b)
    {
        return a.axis == b.axis && a.up == b.up && a.angles == b.angles && a.twist == b.twist;
    }
};
/// Three Euler angle ranges; the rotations are intrinsic, in the order named.
struct BoxLimit {
    std::array<Range, 3> range{};         ///< about x, y, z
    std::array<int, 3> order{{0, 1, 2}};  ///< axes, first rotation first
    bool operator==(const BoxLimit&) const = default;
};
/// Slides along one axis; does not turn. [m]
struct PrismaticLimit {
    Vec3 axis = Vec3::UnitY();
    Range travel;
    friend bool operator==(const PrismaticLimit& a, const PrismaticLimit& b)
    {
        return a.axis == b.axis && a.travel == b.travel;
    }
};

/// std::monostate is a free ball joint.
using Limit =
    std::variant<std::monostate, FixedLimit, HingeLimit, ConeLimit, BoxLimit, PrismaticLimit>;

/// What files and edits call the kinds, in the order of the variant.
inline constexpr std::array<std::string_view, std::variant_size_v<Limit>> kLimitNames{
    "free", "fixed", "hinge", "cone", "box", "prismatic"};

constexpr auto describe(Of<Range>)
{
    return members<Range>(always("min", &Range::min), always("max", &Range::max));
}
constexpr auto describe(Of<FixedLimit>)
{
    return members<FixedLimit>();
}
constexpr auto describe(Of<HingeLimit>)
{
    using L = HingeLimit;
    return members<L>(always("axis", &L::axis), always("angle", &L::angle));
}
constexpr auto describe(Of<ConeLimit>)
{
    using L = ConeLimit;
    return members<L>(always("axis", &L::axis), always("up", &L::up), always("angles", &L::angles),
                      always("twist", &L::twist));
}
constexpr auto describe(Of<BoxLimit>)
{
    using L = BoxLimit;
    return members<L>(always("range", &L::range), always("order", &L::order));
}
constexpr auto describe(Of<PrismaticLimit>)
{
    using L = PrismaticLimit;
    return members<L>(always("axis", &L::axis), always("travel", &L::travel));
}

}  // namespace posewright

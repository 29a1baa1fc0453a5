#pragma once

#include "core/math/transform.h"

#include <array>
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

}  // namespace posewright

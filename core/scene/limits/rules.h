#pragma once

#include "core/math/range.h"
#include "core/math/transform.h"

#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

/// How far a joint may turn, or slide. Every limit lives in the joint's rest frame in its parent:
/// it restricts q = rest^-1 * local, unit. Angles are in radians, axes are unit vectors.
///
/// A kind of limit is a header and a source beside this one, an alternative of Limit and a name in
/// LimitKind (core/scene/limit.h). Its struct holds the limit's values, is comparable and described
/// (core/base/members.h), and has these members:
///
/// - kName: what files and edits call it; kTitle: what people read
/// - kFreedoms: how many numbers its freedom has, 0 to 3
/// - kSlides: the number is a travel [m], and the joint does not turn
/// - arguments(limit, each): calls `each` with the name and the value of each argument that an edit
///   gives: a Vec3 (a direction), an std::array<double, 4> (openings), a Range or an
///   std::array<int, 3> (an order of axes, which may be left out); or with two names and a Range,
///   if its ends are named separately. The names are members of edit::SetLimit.
/// - starting(before): the limit that a joint starts with when it is given this kind
///
/// And there are these functions in this namespace, of a limit:
///
/// - faultOf: a sentence about what makes it invalid; empty if nothing does
/// - boundsOf: the range of each number; of a cone's tilt, those of the box around it
/// - insideOf: the numbers of `q` itself, if it is allowed to 1e-12 rad; nullopt if it is not, or
///   if only a longer calculation can tell
/// - numbersOf: the numbers of the allowed rotation nearest to `q`
/// - rotationOf: the rotation for any numbers, inside the bounds or not
/// - ratesOf: column i is the angular velocity in the rest frame for unit speed of number i
/// - touch: lists the bounds that lie within `near` of the numbers
/// - mirrored: the limit of the joint that is its mirror image in X = 0
/// - turned: the same limit, expressed in axes that are turned by `by`; nullopt if no limit of the
///   kind can express it
/// - restated: the limit that allows the same placements after the rest pose changed; nullopt if no
///   limit of the kind does
///
/// Two more have defaults below: clampNumbers and straighten. `travel` is how far a joint that
/// slides has slid. [m]
namespace posewright::limits {

/// The coordinates of a joint's freedom [rad]; of a slide [m].
using Numbers = std::array<double, 3>;

/// Tolerance up to which nothing counts as a violation. [rad]
inline constexpr double kGrain = 1e-12;
/// Sine of the angle up to which two axes count as one.
inline constexpr double kAlongAxis = 1e-9;

/// A bound that a pose touches.
struct Side {
    std::string_view part;  ///< "twist", "cone", "hinge", "x", "y", "z", "travel"
    int side = 0;           ///< -1 at the minimum, +1 at the maximum; a cone has only a maximum
};
struct Sides {
    std::array<Side, 3> list;
    int count = 0;
    std::span<const Side> span() const { return std::span(list).first(count); }
};

/// What a joint was like before it gets another kind of limit.
struct Before {
    Vec3 along;                 ///< the bone's direction, or Y; unit
    Vec3 across;                ///< a unit vector perpendicular to `along`
    double length = 0;          ///< of the bone [m]
    std::optional<Vec3> axis;   ///< of the previous limit, if it had one
    bool hadOneNumber = false;  ///< had the previous limit one freedom?
};

/// A change of the rest pose.
struct RestChange {
    Quat turn;           ///< from the old rest frame to the new one
    bool turns = false;  ///< by more than rounding does
    Vec3 moved;          ///< from the new rest place to the old one, in the old rest frame [m]
};

inline Quat about(const Vec3& axis, double angle)
{
    Quat q(std::cos(angle / 2), 0, 0, 0);
    q.vec() = std::sin(angle / 2) * axis;
    return q;
}

inline bool within(double value, const Range& range)
{
    return value >= range.min - kGrain && value <= range.max + kGrain;
}

inline bool isRange(const Range& range)
{
    return std::isfinite(range.min) && std::isfinite(range.max) && range.min <= range.max;
}

inline bool isAxis(const Vec3& axis)
{
    constexpr double kUnit = 1e-6;  // files hold float32
    return axis.allFinite() && std::abs(axis.norm() - 1) <= kUnit;
}

inline constexpr std::string_view kAxisFault = "the axis of a limit is not a unit vector";
inline constexpr std::string_view kRangeFault = "the range of a limit is not in order";

inline Vec3 mirrored(const Vec3& v)
{
    return {-v.x(), v.y(), v.z()};
}
inline Range reversed(const Range& range)
{
    return {-range.max, -range.min};
}
inline Range moved(const Range& range, double by)
{
    return {range.min + by, range.max + by};
}

/// Adds the end of the range that the value lies within `near` of. None if the range is a point.
void touch(Sides& sides, std::string_view part, double value, const Range& range, double near);
/// As above; none if the range is a whole turn.
void touchAngle(Sides& sides, std::string_view part, double value, const Range& range, double near);

/// Clamps each number to its range.
template <class L>
void clampNumbers(const L& limit, Numbers& numbers)
{
    const std::array<Range, 3> range = boundsOf(limit);
    for (int i = 0; i < L::kFreedoms; ++i)
        numbers[i] = std::clamp(numbers[i], range[i].min, range[i].max);
}

/// Makes perpendicular the directions that an edit may leave oblique. Returns the name of the
/// argument that leaves no direction; empty if nothing is wrong.
template <class L>
std::string_view straighten(L&)
{
    return {};
}

}  // namespace posewright::limits

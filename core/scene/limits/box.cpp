#include "core/scene/limits/box.h"

#include "core/math/rotation.h"
#include "core/scene/limits/euler_box.h"

namespace posewright::limits {

BoxLimit BoxLimit::starting(const Before&)
{
    constexpr double kEighth = std::numbers::pi / 4;
    const Range range{-kEighth, kEighth};
    return {{range, range, range}, {0, 1, 2}};
}

std::string_view faultOf(const BoxLimit& box)
{
    if (!std::ranges::all_of(box.range, isRange)) return kRangeFault;
    std::array<int, 3> axes = box.order;
    std::sort(axes.begin(), axes.end());
    return axes == std::array{0, 1, 2} ? ""
                                       : "the order of a box limit does not name each axis once";
}

std::array<Range, 3> boundsOf(const BoxLimit& box)
{
    return {box.range[box.order[0]], box.range[box.order[1]], box.range[box.order[2]]};
}

std::optional<Numbers> insideOf(const BoxLimit& box, const Quat& q, double)
{
    const auto& o = box.order;
    Numbers angles = toEuler(o, q);
    for (int i = 0; i < 3; ++i) {
        angles[i] = nearestTurn(angles[i], box.range[o[i]]);
        if (!within(angles[i], box.range[o[i]])) return std::nullopt;
    }
    return angles;
}

Numbers numbersOf(const BoxLimit& box, const Quat& q, double)
{
    bool moved = false;
    return nearestInBox(box, q, moved);
}

Quat rotationOf(const BoxLimit& box, const Numbers& numbers)
{
    return fromEuler(box.order, numbers);
}

Mat3 ratesOf(const BoxLimit& box, const Numbers& numbers)
{
    Mat3 rates;
    const Quat first = about(Vec3::Unit(box.order[0]), numbers[0]);
    rates.col(0) = Vec3::Unit(box.order[0]);
    rates.col(1) = first * Vec3::Unit(box.order[1]);
    rates.col(2) = first * about(Vec3::Unit(box.order[1]), numbers[1]) * Vec3::Unit(box.order[2]);
    return rates;
}

void touch(Sides& sides, const BoxLimit& box, const Numbers& numbers, double near)
{
    constexpr std::array<std::string_view, 3> kAxis{"x", "y", "z"};
    for (int i = 0; i < 3; ++i) {
        const int axis = box.order[i];
        touchAngle(sides, kAxis[axis], numbers[i], box.range[axis], near);
    }
}

BoxLimit mirrored(const BoxLimit& box)
{
    return {{box.range[0], reversed(box.range[1]), reversed(box.range[2])}, box.order};
}

std::optional<BoxLimit> turned(const BoxLimit& box, const Quat& by)
{
    // A box is bound to the joint's axes and cannot be turned.
    return rotationVector(by).norm() > kGrain ? std::nullopt : std::optional(box);
}

std::optional<BoxLimit> restated(const BoxLimit& box, const RestChange& change)
{
    if (!change.turns) return box;
    const int first = box.order[0];
    const Vec3 v = rotationVector(change.turn);
    if (v.cross(Vec3::Unit(first)).norm() > kAlongAxis) return std::nullopt;
    BoxLimit out = box;
    out.range[first] = moved(box.range[first], v[first]);
    return out;
}

}  // namespace posewright::limits

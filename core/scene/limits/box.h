#pragma once

#include "core/scene/limits/rules.h"

namespace posewright::limits {

/// Three ranges of Euler angles; the rotations are intrinsic, in the given order. Its numbers are
/// the angles in that order.
struct BoxLimit {
    static constexpr std::string_view kName = "box";
    static constexpr std::string_view kTitle = "Box: three angles";
    static constexpr int kFreedoms = 3;
    static constexpr bool kSlides = false;

    std::array<Range, 3> range{};         ///< about x, y, z
    std::array<int, 3> order{{0, 1, 2}};  ///< axes, first rotation first

    bool operator==(const BoxLimit&) const = default;

    template <class Self, class Each>
    static void arguments(Self& limit, Each&& each)
    {
        each("x", limit.range[0]);
        each("y", limit.range[1]);
        each("z", limit.range[2]);
        each("order", limit.order);
    }
    static BoxLimit starting(const Before& before);
};

constexpr auto describe(Of<BoxLimit>)
{
    using L = BoxLimit;
    return members<L>(always("range", &L::range), always("order", &L::order));
}

std::string_view faultOf(const BoxLimit& limit);
std::array<Range, 3> boundsOf(const BoxLimit& limit);
std::optional<Numbers> insideOf(const BoxLimit& limit, const Quat& q, double travel);
Numbers numbersOf(const BoxLimit& limit, const Quat& q, double travel);
Quat rotationOf(const BoxLimit& limit, const Numbers& numbers);
Mat3 ratesOf(const BoxLimit& limit, const Numbers& numbers);
void touch(Sides& sides, const BoxLimit& limit, const Numbers& numbers, double near);
BoxLimit mirrored(const BoxLimit& limit);
std::optional<BoxLimit> turned(const BoxLimit& limit, const Quat& by);
std::optional<BoxLimit> restated(const BoxLimit& limit, const RestChange& change);

}  // namespace posewright::limits

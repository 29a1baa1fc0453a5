#pragma once

#include "core/scene/limits/rules.h"

namespace posewright::limits {

/// Turns about one axis only. Its number is the angle.
struct HingeLimit {
    static constexpr std::string_view kName = "hinge";
    static constexpr std::string_view kTitle = "Hinge: turns about one axis";
    static constexpr int kFreedoms = 1;
    static constexpr bool kSlides = false;

    Vec3 axis = Vec3::UnitX();
    Range angle;

    friend bool operator==(const HingeLimit& a, const HingeLimit& b)
    {
        return a.axis == b.axis && a.angle == b.angle;
    }

    template <class Self, class Each>
    static void arguments(Self& limit, Each&& each)
    {
        each("axis", limit.axis);
        each("min", "max", limit.angle);
    }
    static HingeLimit starting(const Before& before);
};

constexpr auto describe(Of<HingeLimit>)
{
    using L = HingeLimit;
    return members<L>(always("axis", &L::axis), always("angle", &L::angle));
}

std::string_view faultOf(const HingeLimit& limit);
std::array<Range, 3> boundsOf(const HingeLimit& limit);
std::optional<Numbers> insideOf(const HingeLimit& limit, const Quat& q, double travel);
Numbers numbersOf(const HingeLimit& limit, const Quat& q, double travel);
Quat rotationOf(const HingeLimit& limit, const Numbers& numbers);
Mat3 ratesOf(const HingeLimit& limit, const Numbers& numbers);
void touch(Sides& sides, const HingeLimit& limit, const Numbers& numbers, double near);
HingeLimit mirrored(const HingeLimit& limit);
std::optional<HingeLimit> turned(const HingeLimit& limit, const Quat& by);
std::optional<HingeLimit> restated(const HingeLimit& limit, const RestChange& change);

}  // namespace posewright::limits

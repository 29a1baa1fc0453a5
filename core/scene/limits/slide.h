#pragma once

#include "core/scene/limits/rules.h"

namespace posewright::limits {

/// Slides along one axis; does not turn. Its number is the travel. [m]
struct PrismaticLimit {
    static constexpr std::string_view kName = "prismatic";
    static constexpr std::string_view kTitle = "Slide: moves along one axis";
    static constexpr int kFreedoms = 1;
    static constexpr bool kSlides = true;

    Vec3 axis = Vec3::UnitY();
    Range travel;

    friend bool operator==(const PrismaticLimit& a, const PrismaticLimit& b)
    {
        return a.axis == b.axis && a.travel == b.travel;
    }

    template <class Self, class Each>
    static void arguments(Self& limit, Each&& each)
    {
        each("axis", limit.axis);
        each("min", "max", limit.travel);
    }
    static PrismaticLimit starting(const Before& before);
};

constexpr auto describe(Of<PrismaticLimit>)
{
    using L = PrismaticLimit;
    return members<L>(always("axis", &L::axis), always("travel", &L::travel));
}

std::string_view faultOf(const PrismaticLimit& limit);
std::array<Range, 3> boundsOf(const PrismaticLimit& limit);
std::optional<Numbers> insideOf(const PrismaticLimit& limit, const Quat& q, double travel);
Numbers numbersOf(const PrismaticLimit& limit, const Quat& q, double travel);
Quat rotationOf(const PrismaticLimit& limit, const Numbers& numbers);
Mat3 ratesOf(const PrismaticLimit& limit, const Numbers& numbers);
void touch(Sides& sides, const PrismaticLimit& limit, const Numbers& numbers, double near);
PrismaticLimit mirrored(const PrismaticLimit& limit);
std::optional<PrismaticLimit> turned(const PrismaticLimit& limit, const Quat& by);
std::optional<PrismaticLimit> restated(const PrismaticLimit& limit, const RestChange& change);

}  // namespace posewright::limits

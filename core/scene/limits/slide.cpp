#include "core/scene/limits/slide.h"

namespace posewright::limits {

PrismaticLimit PrismaticLimit::starting(const Before& before)
{
    constexpr double kLeastTravel = 0.01;  // [m]
    return {before.axis.value_or(before.along), {0, std::max(before.length, kLeastTravel)}};
}

std::string_view faultOf(const PrismaticLimit& slide)
{
    if (!isAxis(slide.axis)) return kAxisFault;
    return isRange(slide.travel) ? "" : kRangeFault;
}

std::array<Range, 3> boundsOf(const PrismaticLimit& slide)
{
    return {slide.travel};
}

std::optional<Numbers> insideOf(const PrismaticLimit&, const Quat& q, double travel)
{
    return q.vec().norm() <= kGrain / 2 ? std::optional(Numbers{travel, 0, 0}) : std::nullopt;
}

Numbers numbersOf(const PrismaticLimit& slide, const Quat&, double travel)
{
    return {std::clamp(travel, slide.travel.min, slide.travel.max), 0, 0};
}

Quat rotationOf(const PrismaticLimit&, const Numbers&)
{
    return Quat::Identity();
}

Mat3 ratesOf(const PrismaticLimit&, const Numbers&)
{
    return Mat3::Zero();
}

void touch(Sides& sides, const PrismaticLimit& slide, const Numbers& numbers, double near)
{
    touch(sides, "travel", numbers[0], slide.travel, near);
}

PrismaticLimit mirrored(const PrismaticLimit& slide)
{
    return {mirrored(slide.axis), slide.travel};
}

std::optional<PrismaticLimit> turned(const PrismaticLimit& slide, const Quat& by)
{
    return PrismaticLimit{(by.conjugate() * slide.axis).normalized(), slide.travel};
}

std::optional<PrismaticLimit> restated(const PrismaticLimit& slide, const RestChange& change)
{
    if (change.moved.cross(slide.axis).norm() > kAlongAxis) return std::nullopt;
    return PrismaticLimit{(change.turn * slide.axis).normalized(),
                          moved(slide.travel, change.moved.dot(slide.axis))};
}

}  // namespace posewright::limits

#include "core/ik/limits/limit_angles.h"

namespace posewright::ik {

int freedoms(const Limit& limit)
{
    return std::visit([]<class L>(const L&) { return limits::Kind<L>::kFreedoms; }, limit);
}

std::array<Range, 3> bounds(const Limit& limit)
{
    return std::visit([](const auto& kind) { return limits::boundsOf(kind); }, limit);
}

std::optional<Angles> anglesInside(const Limit& limit, const Quat& q, double travel)
{
    return std::visit([&](const auto& kind) { return limits::insideOf(kind, q, travel); }, limit);
}

Angles anglesOf(const Limit& limit, const Quat& q, double travel)
{
    return std::visit([&](const auto& kind) { return limits::numbersOf(kind, q, travel); }, limit);
}

Quat rotationOf(const Limit& limit, const Angles& angles)
{
    return std::visit([&](const auto& kind) { return limits::rotationOf(kind, angles); }, limit);
}

bool clampAngles(const Limit& limit, Angles& angles)
{
    const Angles before = angles;
    std::visit([&](const auto& kind) { limits::clampNumbers(kind, angles); }, limit);
    return angles != before;
}

Mat3 turnRates(const Limit& limit, const Angles& angles)
{
    return std::visit([&](const auto& kind) { return limits::ratesOf(kind, angles); }, limit);
}

}  // namespace posewright::ik

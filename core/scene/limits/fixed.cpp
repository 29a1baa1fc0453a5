#include "core/scene/limits/fixed.h"

namespace posewright::limits {

std::string_view faultOf(const FixedLimit&)
{
    return {};
}

std::array<Range, 3> boundsOf(const FixedLimit&)
{
    return {};
}

std::optional<Numbers> insideOf(const FixedLimit&, const Quat& q, double)
{
    return q.vec().norm() <= kGrain / 2 ? std::optional(Numbers{}) : std::nullopt;
}

Numbers numbersOf(const FixedLimit&, const Quat&, double)
{
    return {};
}

Quat rotationOf(const FixedLimit&, const Numbers&)
{
    return Quat::Identity();
}

Mat3 ratesOf(const FixedLimit&, const Numbers&)
{
    return Mat3::Zero();
}

void touch(Sides&, const FixedLimit&, const Numbers&, double) {}

FixedLimit mirrored(const FixedLimit& limit)
{
    return limit;
}

std::optional<FixedLimit> turned(const FixedLimit& limit, const Quat&)
{
    return limit;
}

std::optional<FixedLimit> restated(const FixedLimit& limit, const RestChange& change)
{
    return change.turns ? std::nullopt : std::optional(limit);
}

}  // namespace posewright::limits

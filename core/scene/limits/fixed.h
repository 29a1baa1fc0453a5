#pragma once

#include "core/scene/limits/rules.h"

namespace posewright::limits {

/// Neither turns nor slides.
struct FixedLimit {
    static constexpr std::string_view kName = "fixed";
    static constexpr std::string_view kTitle = "Fixed: does not turn";
    static constexpr int kFreedoms = 0;
    static constexpr bool kSlides = false;

    bool operator==(const FixedLimit&) const = default;

    template <class Self, class Each>
    static void arguments(Self&, Each&&)
    {
    }
    static FixedLimit starting(const Before&) { return {}; }
};

constexpr auto describe(Of<FixedLimit>)
{
    return members<FixedLimit>();
}

std::string_view faultOf(const FixedLimit& limit);
std::array<Range, 3> boundsOf(const FixedLimit& limit);
std::optional<Numbers> insideOf(const FixedLimit& limit, const Quat& q, double travel);
Numbers numbersOf(const FixedLimit& limit, const Quat& q, double travel);
Quat rotationOf(const FixedLimit& limit, const Numbers& numbers);
Mat3 ratesOf(const FixedLimit& limit, const Numbers& numbers);
void touch(Sides& sides, const FixedLimit& limit, const Numbers& numbers, double near);
FixedLimit mirrored(const FixedLimit& limit);
std::optional<FixedLimit> turned(const FixedLimit& limit, const Quat& by);
std::optional<FixedLimit> restated(const FixedLimit& limit, const RestChange& change);

}  // namespace posewright::limits

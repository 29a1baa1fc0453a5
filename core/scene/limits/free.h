#pragma once

#include "core/scene/limits/rules.h"

#include <variant>

namespace posewright::limits {

/// A ball joint that turns every way, which is no limit. Its numbers are the rotation vector from
/// rest, in the rest frame.
struct FreeKind {
    static constexpr std::string_view kName = "free";
    static constexpr std::string_view kTitle = "Free: turns every way";
    static constexpr int kFreedoms = 3;
    static constexpr bool kSlides = false;

    template <class Each>
    static void arguments(const std::monostate&, Each&&)
    {
    }
    static std::monostate starting(const Before&) { return {}; }
};

/// From a limit's type to the struct with its constants: see rules.h.
template <class L>
struct KindOf {
    using type = L;
};
template <>
struct KindOf<std::monostate> {
    using type = FreeKind;
};
template <class L>
using Kind = typename KindOf<L>::type;

std::string_view faultOf(std::monostate);
std::array<Range, 3> boundsOf(std::monostate);
std::optional<Numbers> insideOf(std::monostate, const Quat& q, double travel);
Numbers numbersOf(std::monostate, const Quat& q, double travel);
Quat rotationOf(std::monostate, const Numbers& numbers);
Mat3 ratesOf(std::monostate, const Numbers& numbers);
inline void clampNumbers(std::monostate, Numbers&) {}
inline void touch(Sides&, std::monostate, const Numbers&, double) {}
inline std::monostate mirrored(std::monostate limit)
{
    return limit;
}
inline std::optional<std::monostate> turned(std::monostate limit, const Quat&)
{
    return limit;
}
inline std::optional<std::monostate> restated(std::monostate limit, const RestChange&)
{
    return limit;
}

/// From the rate of a rotation vector to angular velocity: the J(v) of omega = J(v) v'.
Mat3 expRates(const Vec3& v);

}  // namespace posewright::limits

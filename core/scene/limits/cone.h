#pragma once

#include "core/scene/limits/rules.h"

namespace posewright::limits {

/// Swings `axis` inside a cone with four opening angles, in (0, pi), counted from `up` clockwise
/// as seen along the axis, and twists about it inside a range. Its numbers are the tilt towards up,
/// the tilt to the right, and the twist; the tilts that are allowed are four quarters of ellipses.
struct ConeLimit {
    static constexpr std::string_view kName = "cone";
    static constexpr std::string_view kTitle = "Cone: swings within, and twists";
    static constexpr int kFreedoms = 3;
    static constexpr bool kSlides = false;

    Vec3 axis = Vec3::UnitY();
    Vec3 up = Vec3::UnitZ();
    std::array<double, 4> angles{};
    Range twist;

    friend bool operator==(const ConeLimit& a, const ConeLimit& b)
    {
        return a.axis == b.axis && a.up == b.up && a.angles == b.angles && a.twist == b.twist;
    }

    template <class Self, class Each>
    static void arguments(Self& limit, Each&& each)
    {
        each("axis", limit.axis);
        each("up", limit.up);
        each("angles", limit.angles);
        each("twist", limit.twist);
    }
    static ConeLimit starting(const Before& before);
};

constexpr auto describe(Of<ConeLimit>)
{
    using L = ConeLimit;
    return members<L>(always("axis", &L::axis), always("up", &L::up), always("angles", &L::angles),
                      always("twist", &L::twist));
}

std::string_view faultOf(const ConeLimit& limit);
std::array<Range, 3> boundsOf(const ConeLimit& limit);
std::optional<Numbers> insideOf(const ConeLimit& limit, const Quat& q, double travel);
Numbers numbersOf(const ConeLimit& limit, const Quat& q, double travel);
Quat rotationOf(const ConeLimit& limit, const Numbers& numbers);
Mat3 ratesOf(const ConeLimit& limit, const Numbers& numbers);
void touch(Sides& sides, const ConeLimit& limit, const Numbers& numbers, double near);
ConeLimit mirrored(const ConeLimit& limit);
std::optional<ConeLimit> turned(const ConeLimit& limit, const Quat& by);
std::optional<ConeLimit> restated(const ConeLimit& limit, const RestChange& change);
void clampNumbers(const ConeLimit& limit, Numbers& numbers);
/// Makes `up` perpendicular to the axis. Returns as the default in rules.h.
std::string_view straighten(ConeLimit& limit);

/// The frame in which the swing of a cone is a tilt [rad] of its axis: x towards `up`, y to the
/// right of it, seen along the axis. Columns up, right, axis, orthonormal.
Mat3 coneFrame(const ConeLimit& limit);

}  // namespace posewright::limits

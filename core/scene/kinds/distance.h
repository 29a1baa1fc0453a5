#pragma once

#include "core/scene/kinds/rules.h"

namespace posewright::kinds {

/// The effector keeps a distance from a place: a hand on a wheel's rim, or off a wall.
struct Distance {
    static constexpr KindRules kRules{.name = "a distance",
                                      .does = "keeps a distance from its target",
                                      .served = "distances",
                                      .unserved = "this solver keeps no distances",
                                      .flag = "keepsDistance",
                                      .since = 7,
                                      .pole = false,
                                      .ease = false,
                                      .stretch = false,
                                      .arrives = false};

    double distance = 0.1;  ///< 0 or more; between the effector and the place [m]

    bool operator==(const Distance&) const = default;

    static Distance open() { return {}; }
};

bool isDistance(const double& distance);

constexpr auto describe(Of<Distance>)
{
    return members<Distance>(
        always("distance", &Distance::distance,
               {isDistance, "a distance is a number of metres, 0 or more", {}}));
}

std::string_view brokenBy(const Distance& kind);
inline void complete(Distance&, const Vec3& /*along*/) {}
inline void straighten(Distance&) {}
inline void turnAxes(Distance&, const Quat& /*by*/) {}
Lack lackOf(const Distance& kind, const Vec3& at, const Vec3& position, const Quat& rotation);
Vec3 rateOf(const Distance& kind, const Lack& lack, const Vec3& turn, const Vec3& moved);
Vec3 pointFor(const Distance& kind, const Stand& effector);
Range servedFrom(const Distance& kind, double away);

}  // namespace posewright::kinds

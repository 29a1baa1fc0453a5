#pragma once

#include "core/scene/kinds/rules.h"

namespace posewright::kinds {

/// The effector turns until its `axis` points at a place.
struct Aim {
    static constexpr KindRules kRules{.name = "an aim",
                                      .does = "looks at its target",
                                      .served = "aim",
                                      .unserved = "this solver aims nothing",
                                      .flag = "aim",
                                      .orientation = false,
                                      .pole = false,
                                      .ease = false,
                                      .stretch = false,
                                      .turnsEffector = true,
                                      .arrives = false,
                                      .turnOnly = true};

    Vec3 axis = Vec3::UnitZ();  ///< unit, in the effector's own frame: what points there

    friend bool operator==(const Aim& a, const Aim& b) { return a.axis == b.axis; }

    /// Its axis has no length.
    static Aim open() { return {Vec3::Zero()}; }
};

/// An axis with a direction; of any length in an edit.
bool isDirection(const Vec3& axis);

constexpr auto describe(Of<Aim>)
{
    return members<Aim>(
        ifUnusual("axis", &Aim::axis, {isDirection, "the axis has no direction", {}}));
}

std::string_view brokenBy(const Aim& aim);
void complete(Aim& aim, const Vec3& along);
void straighten(Aim& aim);
void turnAxes(Aim& aim, const Quat& by);
Lack lackOf(const Aim& aim, const Vec3& at, const Vec3& position, const Quat& rotation);
Vec3 rateOf(const Aim& aim, const Lack& lack, const Vec3& turn, const Vec3& moved);
Vec3 pointFor(const Aim& aim, const Stand& effector);

}  // namespace posewright::kinds

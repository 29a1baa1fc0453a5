#pragma once

#include "core/scene/kinds/rules.h"

namespace posewright::kinds {

/// The effector comes to a place.
struct Reach {
    static constexpr KindRules kRules{.name = "a reach", .does = "comes to its target"};

    bool operator==(const Reach&) const = default;

    static Reach open() { return {}; }
};

constexpr auto describe(Of<Reach>)
{
    return members<Reach>();
}

inline std::string_view brokenBy(const Reach&)
{
    return {};
}
inline void complete(Reach&, const Vec3& /*along*/) {}
inline void straighten(Reach&) {}
inline void turnAxes(Reach&, const Quat& /*by*/) {}

}  // namespace posewright::kinds

#pragma once

#include "core/scene/kinds/rules.h"

namespace posewright::kinds {

/// The effector and another joint meet, each moved by its own chain. The place is in the frame of
/// that joint.
template <class Joint>
struct Loop {
    static constexpr KindRules kRules{.name = "a loop",
                                      .does = "meets a joint",
                                      .served = "closed loops",
                                      .unserved = "this solver closes no loops",
                                      .pole = false,
                                      .ease = false,
                                      .stretch = false};

    Joint meets{};  ///< below the same root

    bool operator==(const Loop&) const = default;

    static Loop open() { return {}; }
};

template <class Joint>
constexpr auto describe(Of<Loop<Joint>>)
{
    return members<Loop<Joint>>(always("meets", &Loop<Joint>::meets));
}

template <class Joint>
std::string_view brokenBy(const Loop<Joint>&)
{
    return {};
}
template <class Joint>
void complete(Loop<Joint>&, const Vec3& /*along*/)
{
}
template <class Joint>
void straighten(Loop<Joint>&)
{
}
template <class Joint>
void turnAxes(Loop<Joint>&, const Quat& /*by*/)
{
}

}  // namespace posewright::kinds

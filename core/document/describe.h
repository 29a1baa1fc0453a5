#pragma once

#include "core/document/document.h"
#include "core/motion/describe.h"
#include "core/scene/describe.h"

/// The descriptions (core/base/members.h) of values in a document. Members have the names that
/// files and edits use.
namespace posewright {

inline constexpr Allowed<double> kWeightBound{
    [](const double& v) { return v > 0 && std::isfinite(v); }, "the weight is not greater than 0",
    "the weight is not a positive number"};
inline constexpr Allowed<double> kSoftBound{[](const double& v) { return v >= 0 && v < 1; },
                                            "the soft share of the reach is not in [0, 1)",
                                            "the soft share of the reach is not in [0, 1)"};
inline constexpr Allowed<double> kStretchBound{
    [](const double& v) { return v >= 0 && std::isfinite(v); }, "the stretch is less than 0",
    "the stretch is not a share of a length"};

constexpr auto describe(Of<Constraint>)
{
    using C = Constraint;
    return members<C>(
        always("id", &C::id), always("target", &C::target), always("effector", &C::effector),
        always("root", &C::root), ifUnusual("kind", &C::kind), since("rootMoves", &C::rootMoves),
        since("pole", &C::pole), since("orientation", &C::orientation),
        since("weight", &C::weight, kWeightBound), always("soft", &C::soft, kSoftBound),
        since("solver", &C::solver), ifUnusual("pins", &C::pins),
        ifUnusual("stretch", &C::stretch, kStretchBound));
}

constexpr auto describe(Of<Playback>)
{
    using P = Playback;
    return members<P>(always("clip", &P::clip), always("start", &P::start), always("end", &P::end),
                      ifUnusual("preview", &P::preview), since("loop", &P::loop));
}

}  // namespace posewright

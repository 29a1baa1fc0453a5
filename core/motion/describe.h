#pragma once

#include "core/base/members.h"
#include "core/motion/clip.h"

#include <cmath>

/// What of a motion is described: see core/base/members.h. Names are those of files and of edits.
namespace posewright {

inline constexpr Allowed<double> kFadeBound{
    [](const double& v) { return v >= 0 && std::isfinite(v); }, "it is less than 0",
    "a fade of the span@ is not a length"};
inline constexpr Allowed<double> kMixBound{[](const double& v) { return v >= 0 && v <= 1; },
                                           "it is not in [0, 1]",
                                           "the mix of the span@ is not in [0, 1]"};

constexpr auto describe(Of<Span>)
{
    using S = Span;
    return members<S>(always("start", &S::start), always("end", &S::end), always("kind", &S::kind),
                      always("inbetween", &S::inbetween), always("path", &S::path),
                      since("in", &S::in, kFadeBound), since("out", &S::out, kFadeBound),
                      since("mix", &S::mix, kMixBound), since("solver", &S::solver),
                      since("space", &S::space), always("anchor", &S::anchor),
                      since("held", &S::held));
}

constexpr auto describe(Of<SpanRow>)
{
    using R = SpanRow;
    return members<R>(always("constraint", &R::constraint), since("spans", &R::spans));
}

constexpr auto describe(Of<KeyHint::Joint>)
{
    using J = KeyHint::Joint;
    return members<J>(always("joint", &J::joint), always("turn", &J::turn),
                      ifUnusual("travel", &J::travel));
}

constexpr auto describe(Of<KeyHint>)
{
    using H = KeyHint;
    return members<H>(always("frame", &H::frame), ifUnusual("joints", &H::joints),
                      ifUnusual("root", &H::root));
}

constexpr auto describe(Of<Marker>)
{
    using M = Marker;
    return members<M>(always("frame", &M::frame), always("name", &M::name));
}

constexpr auto describe(Of<Key>)
{
    using K = Key;
    return members<K>(always("frame", &K::frame), always("value", &K::value),
                      since("left", &K::left), since("right", &K::right),
                      always("interpolation", &K::interpolation), since("mode", &K::mode));
}

constexpr auto describe(Of<RotationKey>)
{
    using K = RotationKey;
    return members<K>(always("frame", &K::frame), always("rotation", &K::value),
                      always("interpolation", &K::interpolation));
}

constexpr auto describe(Of<RotationShape>)
{
    using S = RotationShape;
    return members<S>(ifUnusual("in", &S::in), ifUnusual("out", &S::out),
                      ifUnusual("ease", &S::ease), ifUnusual("automatic", &S::automatic));
}

}  // namespace posewright

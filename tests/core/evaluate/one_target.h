#pragma once

#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "tests/support/figures.h"

#include <algorithm>
#include <functional>

/// A chain with one target, and spans of it.
namespace posewright::test::one_target {

/// A chain whose target travels through reachable places, with keys at uneven frames.
inline Document moving(int bones = 4, int frames = 48)
{
    return test::withKeys(test::chainDocument(bones, 0.3, frames), NodeId(100),
                          {{0, {0.6, 0.3, 0.1}},
                           {10, {0.3, 0.6, -0.2}},
                           {17, {-0.4, 0.5, 0.2}},
                           {33, {0.2, -0.6, 0.3}},
                           {48, {0.7, 0.1, 0.0}}});
}

inline Span spanOf(double start, double end, SpanKind kind = SpanKind::Reach)
{
    Span span;
    span.start = start;
    span.end = end;
    span.kind = kind;
    return span;
}

inline Document withSpan(Document doc, const Span& span)
{
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) { setSpan(clip, ConstraintId(200), span); });
    return doc;
}

inline Document withConstraint(Document doc, const std::function<void(Constraint&)>& change)
{
    doc.rig = doc.rig.with([&](posewright::Rig& rig) { change(rig.constraints[0]); });
    return doc;
}

/// The document with keys alone: no target, and the clip without its spans.
inline Document playedAlone(Document doc, const Clip& clip)
{
    doc.clips[0] = clip;
    doc.rig = posewright::Rig{};
    doc.clips[0] = doc.clips[0].with([](Clip& c) { c.spans.clear(); });
    return doc;
}

inline double poseDistance(const Evaluation& a, const Evaluation& b)
{
    double most = 0;
    for (std::size_t i = 0; i < a.world.size(); ++i)
        most = std::max({most, (a.world[i].position - b.world[i].position).norm(),
                         angleBetween(a.local[i].rotation, b.local[i].rotation)});
    return most;
}

inline const Vec3& tip(const Evaluation& e, int bones = 4)
{
    return e.world[bones].position;
}

}  // namespace posewright::test::one_target

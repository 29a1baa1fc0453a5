#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Spans of targets.
namespace posewright::edit {

/// Trims or splits the spans that it overlaps. In place of a span of the same start and kind, it
/// keeps that one's values where none are given.
struct SetSpan {
    ConstraintId target = ConstraintId::None;
    double start = 0;
    double end = 0;
    SpanKind kind = SpanKind::Reach;
    std::optional<double> in;
    std::optional<double> out;
    std::optional<Inbetween> inbetween;
    std::optional<double> mix;
    std::optional<std::string> solver;
    std::optional<TargetPath> path;
    std::optional<NodeId> space;
    /// Contact: where it holds, in its space. Without it, a new one starts where the target is.
    std::optional<Vec3> position;
    std::optional<Quat> rotation;
};
template <std::same_as<SetSpan> E>
constexpr auto describe(Of<E>)
{
    return description("setSpan", "Set span", required("target", &E::target),
                       required("start", &E::start, kFrame), required("end", &E::end, kFrame),
                       required("kind", &E::kind), optional("in", &E::in, "frames"),
                       optional("out", &E::out, "frames"), optional("inbetween", &E::inbetween),
                       optional("mix", &E::mix), optional("solver", &E::solver, "solver"),
                       optional("path", &E::path), optional("space", &E::space),
                       optional("position", &E::position), optional("rotation", &E::rotation));
}
Result<Document> make(Document doc, const SetSpan& edit, const Context& context);

struct RemoveSpan {
    ConstraintId target = ConstraintId::None;
    double start = 0;
};
template <std::same_as<RemoveSpan> E>
constexpr auto describe(Of<E>)
{
    return description("removeSpan", "Remove span", required("target", &E::target),
                       required("start", &E::start, kFrame));
}
Result<Document> make(const Document& doc, const RemoveSpan& edit);

/// Gives a span other frames. What it is and what it keeps stays; the spans it comes to lie over
/// are trimmed.
struct MoveSpan {
    ConstraintId target = ConstraintId::None;
    double start = 0;          ///< of the span, as it is
    double to = 0;             ///< where it starts then
    double end = 0;            ///< where it ends then
    std::optional<double> in;  ///< fades are cut to what the length has room for
    std::optional<double> out;
};
template <std::same_as<MoveSpan> E>
constexpr auto describe(Of<E>)
{
    return description("moveSpan", "Move span", required("target", &E::target),
                       required("start", &E::start, kFrame), required("to", &E::to, kFrame),
                       required("end", &E::end, kFrame), optional("in", &E::in, "frames"),
                       optional("out", &E::out, "frames"));
}
Result<Document> make(const Document& doc, const MoveSpan& edit);

using SpanEdits = Family<SetSpan, RemoveSpan, MoveSpan>;

}  // namespace posewright::edit

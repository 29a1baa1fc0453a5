#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Spans of targets.
namespace posewright::edit {

/// Sets a span and trims or splits those that it overlaps. Replacing one of the same start and kind
/// keeps the values that are not given.
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
    /// Contact only: the place that is kept, in `space`. Default for a new contact: where the
    /// target is.
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

/// Moves a span to other frames. Its other values stay; the spans that it then overlaps are
/// trimmed.
struct MoveSpan {
    ConstraintId target = ConstraintId::None;
    double start = 0;          ///< the span's current start
    double to = 0;             ///< new start
    double end = 0;            ///< new end
    std::optional<double> in;  ///< fades are shortened to fit the length
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

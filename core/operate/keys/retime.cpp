#include "core/operate/retime.h"

#include "core/edit/track_keys.h"
#include "core/operate/keys/contact_ends.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>
#include <cmath>

namespace posewright::operate {

namespace {

/// Keyed frames of the nodes, and of the influences of targets among them; sorted.
std::vector<double> framesOn(const Document& doc, const std::vector<NodeId>& nodes)
{
    std::vector<double> frames;
    for (const NodeId node : nodes) {
        if (const Track* track = doc.clip().track(node)) {
            const std::vector<double> own = keyFrames(*track);
            frames.insert(frames.end(), own.begin(), own.end());
        }
        if (const Constraint* c = constraintOfTarget(*doc.rig, node))
            if (const InfluenceTrack* influence = doc.clip().influence(c->id))
                for (const Key& key : influence->curve.keys()) frames.push_back(key.frame);
    }
    std::sort(frames.begin(), frames.end());
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
    return frames;
}

edit::MoveSpan moveOf(ConstraintId target, const Span& span, double to, double end)
{
    edit::MoveSpan move;
    move.target = target;
    move.start = span.start;
    move.to = to;
    move.end = end;
    return move;
}

void append(Edits& edits, const Edits& more)
{
    edits.insert(edits.end(), more.begin(), more.end());
}

Edits movedSpan(const Document& doc, const edit::SpanRef& ref, double start, double end, bool alone)
{
    const Span* found = edit::findSpan(doc, ref);
    if (!found || (found->start == start && found->end == end)) return {};
    Edits edits{moveOf(ref.target, *found, start, end)};
    if (alone) return edits;
    for (const Span& other : doc.clip().spanRow(ref.target)->spans) {
        if (&other == found || other.start == other.end) continue;
        if (other.end == found->start && start > found->start)
            edits.emplace_back(moveOf(ref.target, other, other.start, start));
        if (other.start == found->end && end < found->end)
            edits.emplace_back(moveOf(ref.target, other, end, other.end));
    }
    return edits;
}

Edits movedMarker(const Document& doc, double frame, double to)
{
    if (frame == to) return {};
    for (const Marker& marker : doc.clip().markers)
        if (marker.frame == frame)
            return {edit::RemoveMarker{frame}, edit::AddMarker{to, marker.name}};
    return {};
}

/// Layer keys do not ripple: a layer's offset stays put when its neighbours move.
bool anyOfLayer(const std::vector<edit::KeyRef>& keys)
{
    return std::ranges::any_of(keys, [](const edit::KeyRef& key) { return !key.layer.empty(); });
}

Result<Edits> moveInTime(const Document& doc, const MoveInTime& arguments, const edit::Context&)
{
    const auto& [keys, all, markers, wanted, asked] = arguments;
    double by = wanted;
    const bool ripple = asked && !anyOfLayer(keys);
    if (ripple && by < 0 && !keys.empty()) by = std::max(by, farthestBack(doc, keys));
    Edits edits;
    if (by == 0) return edits;
    if (!keys.empty()) {
        if (ripple)
            edits.emplace_back(edit::ShiftTime{nodesOf(doc, keys), firstAndLast(keys)[0], by});
        else
            edits.emplace_back(edit::MoveKeys{keys, by});
    }
    // The front ones go first, so that the next one does not trim them.
    std::vector<edit::SpanRef> spans = all;
    std::sort(spans.begin(), spans.end(), [by](const edit::SpanRef& a, const edit::SpanRef& b) {
        return by > 0 ? a.start > b.start : a.start < b.start;
    });
    for (const edit::SpanRef& ref : spans) {
        const Span* span = edit::findSpan(doc, ref);
        append(edits, movedSpan(doc, ref, span->start + by, span->end + by, spans.size() > 1));
    }
    for (const double frame : markers) append(edits, movedMarker(doc, frame, frame + by));
    return edits;
}

Result<Edits> duplicateKeys(const Document& doc, const DuplicateKeys& arguments,
                            const edit::Context&)
{
    const double by = arguments.by ? *arguments.by : stepBehind(arguments.keys);
    if (by == 0 || arguments.keys.empty()) return Edits{};
    std::vector<edit::KeyData> data = edit::keyData(doc, arguments.keys);
    for (edit::KeyData& key : data) key.frame() += by;
    auto hints = edit::hintData(doc, arguments.keys);
    if (hints)
        for (edit::HintData& one : *hints) one.hint.frame += by;
    return Edits{edit::PutKeys{std::move(data), std::move(hints)}};
}

/// Closes the gap that the keys leave, unless other keys lie in it.
Edits closedGap(const Document& doc, const std::vector<edit::KeyRef>& keys)
{
    const std::vector<NodeId> nodes = nodesOf(doc, keys);
    const Result<Document> after = edit::apply(doc, edit::DeleteKeys{keys});
    if (!after) return {};
    const auto [first, last] = firstAndLast(keys);
    const std::vector<double> left = framesOn(*after, nodes);
    const auto next = std::lower_bound(left.begin(), left.end(), first);
    if (next == left.end() || *next <= last) return {};
    return {edit::ShiftTime{nodes, *next, first - *next}};
}

Result<Edits> removeInTime(const Document& doc, const RemoveInTime& arguments, const edit::Context&)
{
    const auto& [keys, spans, markers, ripple] = arguments;
    Edits edits;
    if (!keys.empty()) edits.emplace_back(edit::DeleteKeys{keys});
    if (!keys.empty() && ripple && !anyOfLayer(keys)) append(edits, closedGap(doc, keys));
    for (const edit::SpanRef& ref : spans)
        edits.emplace_back(edit::RemoveSpan{ref.target, ref.start});
    for (const double frame : markers) edits.emplace_back(edit::RemoveMarker{frame});
    return edits;
}

Result<Edits> insertTime(const Document&, const InsertTime& arguments, const edit::Context&)
{
    const auto& [frame, frames] = arguments;
    if (frames == 0) return Edits{};
    return Edits{edit::ShiftTime{{}, frames > 0 ? frame : frame - frames, frames}};
}

Result<Edits> retimeSpan(const Document& doc, const RetimeSpan& arguments,
                         const edit::Context& context)
{
    Edits moved = movedSpan(doc, arguments.span, arguments.start, arguments.end, arguments.alone);
    if (arguments.alone || moved.empty()) return moved;
    return alongWithContact(doc, arguments.span, arguments.start, arguments.end, std::move(moved),
                            context);
}

Result<Edits> fadeSpan(const Document& doc, const FadeSpan& arguments, const edit::Context&)
{
    const Span& span = *edit::findSpan(doc, arguments.span);
    edit::MoveSpan move = moveOf(arguments.span.target, span, span.start, span.end);
    const double length = span.end - span.start;
    move.in = std::clamp(arguments.in, 0.0, length);
    move.out = std::clamp(arguments.out, 0.0, length - *move.in);
    return Edits{move};
}

Result<Edits> moveMarker(const Document& doc, const MoveMarker& arguments, const edit::Context&)
{
    return movedMarker(doc, arguments.frame, arguments.to);
}

}  // namespace

std::array<double, 2> firstAndLast(std::span<const edit::KeyRef> keys)
{
    if (keys.empty()) return {0, 0};
    std::array<double, 2> out{keys.front().frame, keys.front().frame};
    for (const edit::KeyRef& key : keys) {
        out[0] = std::min(out[0], key.frame);
        out[1] = std::max(out[1], key.frame);
    }
    return out;
}

std::vector<NodeId> nodesOf(const Document& doc, const std::vector<edit::KeyRef>& keys)
{
    std::vector<NodeId> nodes;
    for (const edit::KeyRef& key : keys) {
        NodeId node = key.node;
        if (node == NodeId::None)
            if (const Constraint* c = findConstraint(*doc.rig, key.constraint)) node = c->target;
        nodes.push_back(node);
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

double farthestBack(const Document& doc, const std::vector<edit::KeyRef>& keys)
{
    const std::vector<double> frames = framesOn(doc, nodesOf(doc, keys));
    const double first = firstAndLast(keys)[0];
    const auto at = std::lower_bound(frames.begin(), frames.end(), first);
    if (at == frames.begin()) return -1e9;
    return std::min(0.0, *std::prev(at) + 1 - first);
}

double stepBehind(std::span<const edit::KeyRef> keys)
{
    const auto [first, last] = firstAndLast(keys);
    return last - first + 1;
}

std::vector<edit::KeyRef> shifted(std::vector<edit::KeyRef> keys, double by)
{
    for (edit::KeyRef& key : keys) key.frame += by;
    return keys;
}

std::vector<edit::KeyRef> scaled(const edit::ScaleKeys& scale)
{
    const edit::Retiming retiming{scale.pivot, scale.factor, 0, scale.whole};
    std::vector<edit::KeyRef> keys = scale.keys;
    for (edit::KeyRef& key : keys) key.frame = retiming(key.frame);
    return keys;
}

Row row(Of<MoveInTime>)
{
    using O = MoveInTime;
    return rowOf<O>("moveInTime", "keys, spans and markers some frames on", moveInTime,
                    edit::optional("keys", &O::keys), edit::optional("spans", &O::spans),
                    edit::optional("markers", &O::markers), edit::required("by", &O::by, "frames"),
                    edit::optional("ripple", &O::ripple));
}

Row row(Of<RemoveInTime>)
{
    using O = RemoveInTime;
    return rowOf<O>("removeInTime", "keys, spans and markers go, and maybe the gap they leave",
                    removeInTime, edit::optional("keys", &O::keys),
                    edit::optional("spans", &O::spans), edit::optional("markers", &O::markers),
                    edit::optional("ripple", &O::ripple));
}

Row row(Of<DuplicateKeys>)
{
    using O = DuplicateKeys;
    return rowOf<O>("duplicateKeys", "copies of keys, some frames on", duplicateKeys,
                    edit::required("keys", &O::keys), edit::optional("by", &O::by, "frames"));
}

Row row(Of<InsertTime>)
{
    using O = InsertTime;
    return rowOf<O>("insertTime", "frames are put in at a frame, or taken out after it", insertTime,
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::required("frames", &O::frames, "frames"));
}

Row row(Of<RetimeSpan>)
{
    using O = RetimeSpan;
    return rowOf<O>(
        "retimeSpan", "a span with other frames, and its neighbours with it", retimeSpan,
        edit::required("span", &O::span), edit::required("start", &O::start, edit::kFrame),
        edit::required("end", &O::end, edit::kFrame), edit::optional("alone", &O::alone));
}

Row row(Of<FadeSpan>)
{
    using O = FadeSpan;
    return rowOf<O>("fadeSpan", "how long a span takes to come in and to let go", fadeSpan,
                    edit::required("span", &O::span), edit::required("in", &O::in, "frames"),
                    edit::required("out", &O::out, "frames"));
}

Row row(Of<MoveMarker>)
{
    using O = MoveMarker;
    return rowOf<O>("moveMarker", "a marker at another frame", moveMarker,
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::required("to", &O::to, edit::kFrame));
}

}  // namespace posewright::operate

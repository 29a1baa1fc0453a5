#include "ui/timeline/retime.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui::retime {

namespace {

/// Frames keyed on nodes, and on the influence of those that are targets; sorted.
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

double& frameOf(edit::KeyData& data)
{
    return data.property == Property::Rotation ? data.rotation.frame : data.key.frame;
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

}  // namespace

std::array<double, 2> extent(std::span<const edit::KeyRef> keys)
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

std::vector<edit::KeyRef> shifted(std::vector<edit::KeyRef> keys, double by)
{
    for (edit::KeyRef& key : keys) key.frame += by;
    return keys;
}

Edits move(const Document& doc, const std::vector<edit::KeyRef>& keys, double by, bool ripple)
{
    if (by == 0 || keys.empty()) return {};
    if (!ripple) return {edit::MoveKeys{keys, by}};
    return {edit::ShiftTime{nodesOf(doc, keys), extent(keys)[0], by}};
}

double farthestBack(const Document& doc, const std::vector<edit::KeyRef>& keys)
{
    const std::vector<double> frames = framesOn(doc, nodesOf(doc, keys));
    const double first = extent(keys)[0];
    const auto at = std::lower_bound(frames.begin(), frames.end(), first);
    if (at == frames.begin()) return -1e9;
    return std::min(0.0, *std::prev(at) + 1 - first);
}

Edits duplicate(const Document& doc, const std::vector<edit::KeyRef>& keys, double by)
{
    if (by == 0 || keys.empty()) return {};
    std::vector<edit::KeyData> data = edit::keyData(doc, keys);
    for (edit::KeyData& key : data) frameOf(key) += by;
    return {edit::PutKeys{std::move(data)}};
}

Edits remove(const Document& doc, const std::vector<edit::KeyRef>& keys, bool ripple)
{
    if (keys.empty()) return {};
    Edits edits{edit::DeleteKeys{keys}};
    if (!ripple) return edits;
    const std::vector<NodeId> nodes = nodesOf(doc, keys);
    const Result<Document> after = edit::apply(doc, edits.front());
    if (!after) return edits;
    const auto [first, last] = extent(keys);
    const std::vector<double> left = framesOn(*after, nodes);
    const auto next = std::lower_bound(left.begin(), left.end(), first);
    if (next == left.end() || *next <= last) return edits;
    edits.emplace_back(edit::ShiftTime{nodes, *next, first - *next});
    return edits;
}

Edits span(const Document& doc, const SpanRef& ref, double start, double end, bool alone)
{
    const Span* found = findSpan(doc, ref);
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

Edits fades(const Document& doc, const SpanRef& ref, double in, double out)
{
    const Span* found = findSpan(doc, ref);
    if (!found) return {};
    edit::MoveSpan move = moveOf(ref.target, *found, found->start, found->end);
    const double length = found->end - found->start;
    move.in = std::clamp(in, 0.0, length);
    move.out = std::clamp(out, 0.0, length - *move.in);
    return {move};
}

Edits marker(const Document& doc, double frame, double to)
{
    if (frame == to) return {};
    for (const Marker& marker : doc.clip().markers)
        if (marker.frame == frame)
            return {edit::RemoveMarker{frame}, edit::AddMarker{to, marker.name}};
    return {};
}

}  // namespace posewright::ui::retime

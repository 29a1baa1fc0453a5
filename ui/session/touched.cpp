#include "ui/session/touched.h"

#include "ui/session/same_place.h"

#include <algorithm>
#include <set>
#include <utility>

namespace posewright::ui {

namespace {

/// Equal to the user: automatic handles do not count.
bool same(const Key& a, const Key& b)
{
    if (a.value != b.value || a.interpolation != b.interpolation || a.mode != b.mode) return false;
    const bool placed = a.mode == HandleMode::Free || a.mode == HandleMode::Aligned;
    return !placed || (a.left == b.left && a.right == b.right);
}

/// Frames of keys that were added or changed.
void collect(const Curve* before, const Curve& now, std::set<double>& frames)
{
    for (const Key& key : now.keys()) {
        const Key* old = before ? before->find(key.frame) : nullptr;
        if (!old || !same(*old, key)) frames.insert(key.frame);
    }
}

void collect(const RotationTrack* before, const RotationTrack& now, std::set<double>& frames)
{
    for (const RotationKey& key : now.keys()) {
        const RotationKey* old = before ? before->find(key.frame) : nullptr;
        // q and -q are the same rotation.
        const bool alike = old && old->interpolation == key.interpolation &&
                           (old->value.coeffs() == key.value.coeffs() ||
                            old->value.coeffs() == -key.value.coeffs());
        if (!alike) frames.insert(key.frame);
    }
}

void collect(const Track* before, const Track& now, std::set<double>& frames)
{
    for (const Property property : kCurvedProperties) {
        const std::span<const Shared<Curve>> curves = curvesOf(now, property);
        const auto old = before ? curvesOf(*before, property) : std::span<const Shared<Curve>>();
        for (std::size_t i = 0; i < curves.size(); ++i)
            collect(i < old.size() ? &*old[i] : nullptr, *curves[i], frames);
    }
    collect(before ? &*before->rotation : nullptr, *now.rotation, frames);
}

/// More are not worked on at once.
bool isFew(const std::vector<NodeId>& nodes)
{
    constexpr std::size_t kMost = 16;
    return !nodes.empty() && nodes.size() <= kMost;
}

/// More is not selected that was not selected before: Delete after undo would delete a motion.
constexpr std::size_t kMostKeysSelected = 64;

bool aboutSpans(const edit::Edit& edit)
{
    return std::holds_alternative<edit::SetSpan>(edit) ||
           std::holds_alternative<edit::MoveSpan>(edit) ||
           std::holds_alternative<edit::RemoveSpan>(edit);
}

void addKeys(const Clip& before, const Clip& now, const Changes& what, Touched& out)
{
    for (const NodeId node : what.tracks) {
        const Track* track = now.track(node);
        if (!track) continue;
        std::set<double> frames;
        collect(before.track(node), *track, frames);
        for (const double frame : frames) out.keys.push_back({node, {}, {}, frame});
    }
    for (const ConstraintId id : what.constraints) {
        const InfluenceTrack* track = now.influence(id);
        if (!track) continue;
        const InfluenceTrack* old = before.influence(id);
        std::set<double> frames;
        collect(old ? &old->curve : nullptr, track->curve, frames);
        for (const double frame : frames)
            out.keys.push_back({NodeId::None, id, Property::Influence, frame});
    }
}

void addSpans(const Clip& before, const Clip& now, const Changes& what, Touched& out)
{
    for (const ConstraintId id : what.constraints) {
        const SpanRow* row = now.spanRow(id);
        if (!row) continue;
        const SpanRow* old = before.spanRow(id);
        for (const Span& span : row->spans)
            if (!old || std::find(old->spans.begin(), old->spans.end(), span) == old->spans.end())
                out.spans.push_back({id, span.start});
    }
}

}  // namespace

Touched touched(const Document& before, const Document& now, const Changes& what,
                const std::vector<edit::Edit>& all)
{
    const std::vector<edit::Edit> edits = withoutSpansOfKeys(all);
    Touched out;
    for (const NodeId node : what.tracks)
        if (now.scene->find(node) != kNoNode) out.nodes.push_back(node);
    for (const ConstraintId id : what.constraints)
        if (const Constraint* constraint = findConstraint(*now.rig, id))
            out.nodes.push_back(constraint->target);
    const bool sameClip = before.playback.clip == now.playback.clip &&
                          before.clips.size() == now.clips.size() && !now.clips.empty();
    if (!sameClip) return out;
    const Clip& old = before.clip();
    const Clip& clip = now.clip();
    addKeys(old, clip, what, out);
    addSpans(old, clip, what, out);
    const bool spans = std::any_of(edits.begin(), edits.end(), aboutSpans);
    const bool others = !std::all_of(edits.begin(), edits.end(), aboutSpans);
    if (!spans && !out.keys.empty()) out.spans.clear();
    if (!others && !out.spans.empty()) out.keys.clear();
    const bool markers = what.clips && !(old.markers == clip.markers);
    if (markers)
        for (const Marker& marker : clip.markers)
            if (std::find(old.markers.begin(), old.markers.end(), marker) == old.markers.end())
                out.markers.push_back(marker.frame);
    out.onTimeline = markers || !what.tracks.empty() || !what.constraints.empty();
    return out;
}

bool isPosing(const std::vector<edit::Edit>& edits)
{
    const auto poses = [](const edit::Edit& edit) {
        return std::holds_alternative<edit::SetTargetKey>(edit) ||
               std::holds_alternative<edit::SetJointKey>(edit) ||
               std::holds_alternative<edit::SetBend>(edit) ||
               std::holds_alternative<edit::SetLayerKey>(edit);
    };
    const std::vector<edit::Edit> asked = withoutSpansOfKeys(edits);
    return !asked.empty() && std::ranges::all_of(asked, poses);
}

void selectTouched(Selection& selection, Touched what)
{
    if (isFew(what.nodes)) selection.setNodes(std::move(what.nodes));
    if (!what.onTimeline) return;
    if (what.keys.size() > std::max(kMostKeysSelected, 2 * selection.keys().size()))
        what.keys.clear();
    selection.setKeys(std::move(what.keys));
    selection.setSpans(std::move(what.spans));
    selection.setMarkers(std::move(what.markers));
}

void selectPosed(Selection& selection, Touched what)
{
    const auto isSelected = [&selection](NodeId node) { return selection.contains(node); };
    if (isFew(what.nodes) && std::ranges::none_of(what.nodes, isSelected))
        selection.pick(std::move(what.nodes));
}

}  // namespace posewright::ui

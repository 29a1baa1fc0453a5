#include "core/document/breach.h"
#include "core/math/bounds.h"
#include "core/motion/key_rows.h"

#include <cmath>
#include <set>

namespace posewright {

namespace {

/// Control points of a split ease may lie up to 1/3 outside [0, 1]; the rest is rounding.
constexpr double kEaseSlack = 0.3334;

bool share(double value)
{
    return value >= 0 && value <= 1;
}

Check checkCurve(const Curve& curve, std::string_view what, const std::string& where)
{
    const std::vector<Key>& keys = curve.keys();
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Key& key = keys[i];
        // One check instead of many: any value that is not finite makes the sum not finite.
        const double sum = key.frame * 0 + key.value * 0 + key.left.frames * 0 +
                           key.left.value * 0 + key.right.frames * 0 + key.right.value * 0;
        if (sum != 0)
            return Error{"a key of the " + std::string(what) + at(key.frame) + " is not finite",
                         where};
        if (!(std::abs(key.value) <= kMaxCoordinate))
            return Error{"a key of the " + std::string(what) + at(key.frame) +
                             " is beyond a billion",
                         where};
        if (key.left.frames > 0 || key.right.frames < 0)
            return Error{"a handle of the " + std::string(what) + at(key.frame) +
                             " is on the wrong side",
                         where};
        if (i > 0 && !(keys[i - 1].frame < key.frame))
            return Error{
                "the keys of the " + std::string(what) + " do not increase" + at(key.frame), where};
    }
    return {};
}

Check checkRotation(const RotationTrack& track, const std::string& where)
{
    std::vector<RotationKey> room;
    const std::vector<RotationKey>& keys = keysIn(track, room);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const RotationKey& key = keys[i];
        if (!std::isfinite(key.frame)) return Error{"a rotation key has no finite frame", where};
        if (!unit(key.value))
            return Error{"the rotation" + at(key.frame) + " is not a unit quaternion", where};
        if (i > 0 && !(keys[i - 1].frame < key.frame))
            return Error{"the rotation keys do not increase" + at(key.frame), where};
        if (i > 0 && !track.keepsSide(i) && keys[i - 1].value.dot(key.value) < 0)
            return Error{"the rotation changes its hemisphere" + at(key.frame), where};
        const RotationShape shape = track.shape(i);
        if (!shape.in.allFinite() || !shape.out.allFinite())
            return Error{"the tangent of the rotation" + at(key.frame) + " is not finite", where};
        for (const double c : {shape.ease.x1, shape.ease.y1, shape.ease.x2, shape.ease.y2})
            if (!(c >= -kEaseSlack && c <= 1 + kEaseSlack))
                return Error{"the ease of the rotation" + at(key.frame) + " is out of range",
                             where};
    }
    return {};
}

Check checkHint(const KeyHint& hint, const std::string& where)
{
    for (const auto& [joint, turn, travel] : hint.joints)
        if (!unit(turn) || !std::isfinite(travel))
            return Error{"the hint of the key" + at(hint.frame) + " is not a bend", where};
    if (!std::isfinite(hint.frame) || !hint.root.allFinite())
        return Error{"the hint of a key has no place", where};
    return {};
}

Check checkTrack(const Track& track, const Track* known, const std::string& where)
{
    const auto curves = [&](const auto& now, const auto* old, std::string_view what) -> Check {
        for (std::size_t i = 0; i < now.size(); ++i)
            if (!old || i >= old->size() || !(*old)[i].sameAs(now[i]))
                if (Check breach = checkCurve(*now[i], what, where)) return breach;
        return {};
    };
    if (Check breach =
            curves(track.translation, known ? &known->translation : nullptr, "translation"))
        return breach;
    if (!known || !known->rotation.sameAs(track.rotation))
        if (Check breach = checkRotation(*track.rotation, where)) return breach;
    if (Check breach = curves(track.scale, known ? &known->scale : nullptr, "scale")) return breach;
    for (std::size_t i = 0; i < track.hints.size(); ++i) {
        if (Check breach = checkHint(track.hints[i], where)) return breach;
        if (i > 0 && !(track.hints[i - 1].frame < track.hints[i].frame))
            return Error{"the hints of a track are not in order" + at(track.hints[i].frame), where};
    }
    if (!track.morphs.empty() && track.morphs.back()->empty())
        return Error{"the last morph of a track has no keys", where};
    return curves(track.morphs, known ? &known->morphs : nullptr, "morphs");
}

Check checkSpan(const Scene& scene, const Constraint& constraint, const Span& span,
                const std::string& where)
{
    if (!std::isfinite(span.start) || !std::isfinite(span.end) || span.end < span.start)
        return Error{"a span" + at(span.start) + " does not end after its start", where};
    if (Check breach = checkBounds(span, at(span.start), where)) return breach;
    if (span.inbetween == Inbetween::Trajectory) {
        if (span.kind == SpanKind::Contact)
            return Error{"the contact" + at(span.start) +
                             " cannot be part of a trajectory: it keeps its place exactly, and "
                             "smoothing would move it",
                         where};
        if (span.end - span.start > kLongestTrajectory)
            return Error{"the span" + at(span.start) +
                             " is too long for a trajectory: " + toText(span.end - span.start) +
                             " frames, and " + toText(kLongestTrajectory) + " are the most",
                         where};
    }
    if (!span.anchor.translation.allFinite() || !span.anchor.scale.allFinite() ||
        !unit(span.anchor.rotation))
        return Error{"the anchor of the span" + at(span.start) + " is not a placement", where};
    for (const auto& [joint, rotation] : span.held)
        if (scene.find(joint) == kNoNode || !unit(rotation))
            return Error{"what the span" + at(span.start) + " holds is not a joint's rotation",
                         where};
    if (span.space == NodeId::None) return {};
    const NodeIndex space = scene.find(span.space);
    const NodeIndex root = scene.find(constraint.root);
    const NodeIndex effector = scene.find(constraint.effector);
    if (space == kNoNode)
        return Error{"the space of the span" + at(span.start) + " is not there", where};
    for (const NodeIndex bone : scene.path(root, effector))
        if (bone == space || scene.isAbove(bone, space))
            return Error{"the span" + at(span.start) + " sticks to \"" + scene[space].name +
                             "\", which its own chain moves",
                         where};
    return {};
}

Check checkSpans(const Document& doc, const SpanRow& row, const std::string& clip)
{
    const Constraint* constraint = findConstraint(*doc.rig, row.constraint);
    if (!constraint) return Error{"spans belong to no constraint", clip};
    const std::string where = (*doc.scene)[doc.scene->find(constraint->target)].name;
    for (std::size_t i = 0; i < row.spans.size(); ++i) {
        const Span& span = row.spans[i];
        if (Check breach = checkSpan(*doc.scene, *constraint, span, where)) return breach;
        if (i == 0) continue;
        if (row.spans[i - 1].start > span.start)
            return Error{"the spans are not in order" + at(span.start), where};
        if (row.spans[i - 1].end > span.start)
            return Error{"two spans overlap" + at(span.start), where};
    }
    return {};
}

Check checkAllSpans(const Document& doc, const Clip& clip)
{
    bool sticks = false;
    for (const SpanRow& row : clip.spans) {
        if (Check breach = checkSpans(doc, row, clip.name)) return breach;
        for (const Span& span : row.spans) sticks |= span.space != NodeId::None;
    }
    if (!sticks) return {};
    const auto groups = constraintGroups(*doc.scene, *doc.rig, &clip);
    return groups ? Check{} : Check{groups.error()};
}

template <class Row>
Check checkOrder(const std::vector<Row>& rows, std::string_view what, const std::string& clip)
{
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (!(rows[i - 1].constraint < rows[i].constraint))
            return Error{std::string(what) + " are not sorted by constraint", clip};
    return {};
}

Check checkLayer(const Scene& scene, const Clip& clip, const Layer& layer)
{
    const std::string where = clip.name + ": " + layer.name;
    if (layer.name.empty()) return Error{"a layer has no name", clip.name};
    if (Check breach = checkCurve(layer.weight, "weight", where)) return breach;
    if (!share(layer.evenWeight)) return Error{"the weight is not in [0, 1]", where};
    for (const Key& key : layer.weight.keys())
        if (!share(key.value))
            return Error{"the weight" + at(key.frame) + " is not in [0, 1]", where};
    for (std::size_t i = 0; i < layer.tracks.size(); ++i) {
        const Track& track = *layer.tracks[i];
        if (i > 0 && !(layer.tracks[i - 1]->node < track.node))
            return Error{"tracks of a layer are not sorted by node", where};
        if (scene.find(track.node) == kNoNode)
            return Error{"a track of a layer belongs to no node", where};
        if (track.empty()) return Error{"a track of a layer has no keys", where};
        if (hasKeys(track.scale) || hasKeys(track.morphs))
            return Error{"a layer has keys of a scale or a morph", where};
        if (Check breach = checkTrack(track, nullptr, where)) return breach;
    }
    return {};
}

Check checkLayers(const Scene& scene, const Clip& clip, const Clip* known, bool sameScene)
{
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < clip.layers.size(); ++i) {
        const Shared<Layer>& layer = clip.layers[i];
        if (!names.insert(layer->name).second)
            return Error{"two layers have one name", clip.name + ": " + layer->name};
        const bool checked =
            sameScene && known && i < known->layers.size() && known->layers[i].sameAs(layer);
        if (checked) continue;
        if (Check breach = checkLayer(scene, clip, *layer)) return breach;
    }
    return {};
}

}  // namespace

Check checkClip(const Document& doc, const Clip& clip, const Clip* known, bool sameRig)
{
    const Scene& scene = *doc.scene;
    if (clip.name.empty()) return Error{"a clip has no name", {}};
    if (!(clip.rate > 0) || !std::isfinite(clip.rate))
        return Error{"the rate is not a positive number of frames a second", clip.name};
    for (std::size_t i = 0; i < clip.tracks.size(); ++i) {
        const Track& track = *clip.tracks[i];
        if (i > 0 && !(clip.tracks[i - 1]->node < track.node))
            return Error{"tracks are not sorted by node", clip.name};
        const NodeIndex node = scene.find(track.node);
        if (node == kNoNode) return Error{"a track belongs to no node", clip.name};
        const Track* before = known ? known->track(track.node) : nullptr;
        if (before == &track) continue;
        if (Check breach = checkTrack(track, before, scene[node].name)) return breach;
    }
    if (Check breach = checkLayers(scene, clip, known, sameRig)) return breach;
    if (Check breach = checkOrder(clip.influences, "influences", clip.name)) return breach;
    for (const InfluenceTrack& influence : clip.influences) {
        const Constraint* constraint = findConstraint(*doc.rig, influence.constraint);
        if (!constraint) return Error{"an influence belongs to no constraint", clip.name};
        const std::string& where = scene[scene.find(constraint->target)].name;
        if (Check breach = checkCurve(influence.curve, "influence", where)) return breach;
        for (const Key& key : influence.curve.keys())
            if (!share(key.value))
                return Error{"the influence" + at(key.frame) + " is not in [0, 1]", where};
    }
    if (Check breach = checkOrder(clip.spans, "span rows", clip.name)) return breach;
    const bool sameSpans = sameRig && known && known->spans == clip.spans;
    if (!sameSpans)
        if (Check breach = checkAllSpans(doc, clip)) return breach;
    for (std::size_t i = 0; i < clip.markers.size(); ++i) {
        const Marker& marker = clip.markers[i];
        if (!std::isfinite(marker.frame))
            return Error{"the marker \"" + marker.name + "\" has no finite frame", clip.name};
        if (i > 0 && clip.markers[i - 1].frame > marker.frame)
            return Error{"the markers are not in order" + at(marker.frame), clip.name};
    }
    return {};
}

}  // namespace posewright

#include "core/edit/keys.h"

#include "core/base/number.h"
#include "core/edit/change.h"
#include "core/edit/keep_motion.h"
#include "core/edit/track_keys.h"
#include "core/evaluate/places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace posewright::edit {

namespace {

/// Frames of all picked keys of the node.
std::vector<double> framesOf(const std::vector<Pick>& picks, NodeId node)
{
    std::set<double> frames;
    for (const Pick& pick : picks)
        if (pick.node == node && pick.layer.empty())
            frames.insert(pick.frames.begin(), pick.frames.end());
    return {frames.begin(), frames.end()};
}

/// Moves ends of spans along with the target's keys at the same frame. An end stops at its span's
/// other end; a moved span replaces what it covers.
void moveSpanEnds(Clip& clip, ConstraintId constraint, const std::vector<double>& frames,
                  const Retiming& retiming)
{
    const auto row =
        std::find_if(clip.spans.begin(), clip.spans.end(),
                     [constraint](const SpanRow& r) { return r.constraint == constraint; });
    if (row == clip.spans.end()) return;
    const auto picked = [&](double frame) {
        return std::binary_search(frames.begin(), frames.end(), frame);
    };
    std::vector<Span> moved;
    std::vector<Span> kept;
    for (Span span : row->spans) {
        const bool start = picked(span.start);
        const bool end = picked(span.end);
        if (!start && !end) {
            kept.push_back(std::move(span));
            continue;
        }
        if (start) span.start = retiming(span.start);
        if (end) span.end = retiming(span.end);
        if (start && end) {
            span.in *= retiming.factor;
            span.out *= retiming.factor;
        }
        if (start) span.start = std::min(span.start, span.end);
        if (end) span.end = std::max(span.start, span.end);
        moved.push_back(std::move(span));
    }
    row->spans = std::move(kept);
    // Spans squeezed to length 0 go first: otherwise they would cut the span that squeezed them.
    std::stable_partition(moved.begin(), moved.end(),
                          [](const Span& span) { return span.start == span.end; });
    for (Span& span : moved) setSpan(clip, constraint, std::move(span));
}

/// A key moved onto another one also replaces that key's hint.
void moveHints(const Clip& before, Clip& clip, NodeId node, const std::vector<double>& frames,
               const Retiming& retiming)
{
    const Track* old = frames.empty() ? nullptr : before.track(node);
    if (!old || old->hints.empty()) return;
    std::vector<KeyHint> hints = retimed(old->hints, frames, retiming);
    std::erase_if(hints, [&](const KeyHint& hint) {
        const bool moved = std::ranges::any_of(
            frames, [&](double frame) { return retiming(frame) == hint.frame; });
        const bool own = std::ranges::any_of(frames, [&](double frame) {
            return retiming(frame) == hint.frame && hintAt(*old, frame);
        });
        return moved && !own;
    });
    Track track = *clip.track(node);
    track.hints = std::move(hints);
    setTrack(clip, std::move(track));
}

Result<Document> retimeKeys(const Document& doc, const std::vector<KeyRef>& keys,
                            const Retiming& retiming, const std::string& argument)
{
    const Result<std::vector<Pick>> picks = pickKeys(doc, keys);
    if (!picks) return picks.error();
    for (const Pick& pick : *picks)
        for (const double frame : pick.frames)
            if (!(std::abs(retiming(frame)) <= 1e9))
                return refused("a key would leave the range of frames", argument);
    Document out = withPicked(doc, *picks, [&](const auto& curve, const Pick& pick) {
        return retimed(curve, pick.frames, retiming);
    });
    changeClip(out, [&](Clip& clip) {
        for (const Constraint& c : doc.rig->constraints) {
            if (const std::vector<double> frames = framesOf(*picks, c.target); !frames.empty())
                moveSpanEnds(clip, c.id, frames, retiming);
            for (const NodeId node : {c.target, c.pole})
                moveHints(doc.clip(), clip, node, framesOf(*picks, node), retiming);
        }
    });
    return out;
}

/// `follower` aligned with `lead`, on the other side of the key; its frames stay.
Handle aligned(const Handle& lead, const Handle& follower)
{
    if (lead.frames == 0) return follower;
    return {follower.frames, follower.frames * (lead.value / lead.frames)};
}

/// Sets the key. If it lies on the existing curves, the motion does not change; a pole's new key
/// then gets a hint that it bends no limb.
void keepJoint(const Document& doc, const SetJointKey& key, Track& track)
{
    if (key.rotation) keepOrSet(track.rotation, key.frame, *key.rotation);
    if (!key.translation) return;
    const std::vector<double> before = keyFrames(track);
    const bool fresh = !std::ranges::binary_search(before, key.frame);
    const Vec3 old = sample(&track, Transform{}, key.frame).translation;
    keepOrSet(track.translation, key.frame, *key.translation);
    const bool pole = std::ranges::any_of(doc.rig->constraints,
                                          [&](const Constraint& c) { return c.pole == key.joint; });
    if (!pole) return;
    if (fresh && !before.empty() && (old - *key.translation).norm() <= 1e-9)
        setHint(track, KeyHint{key.frame, {}, Vec3::Zero()});
    else if (!fresh && (old - *key.translation).norm() > 1e-9)
        removeHint(track, key.frame);
}

}  // namespace

Result<Document> make(Document doc, const SetJointKey& edit, const Context& context)
{
    SetJointKey key = edit;
    if (key.rotation) {
        const Result<Quat> rotation = unit(*key.rotation, "/rotation");
        if (!rotation) return rotation.error();
        key.rotation = *rotation;
    }
    if (!key.rotation && !key.translation && !key.scale) {
        const auto shown =
            placesOf(doc, std::array{doc.scene->find(key.joint)}, key.frame, context.memo);
        if (!shown) return refused(shown.error().message, "/joint");
        key.rotation = shown->front().local.rotation.normalized();
    }
    takeOffLayers(doc.clip(), key.joint, key.frame, key.rotation,
                  key.translation ? &*key.translation : nullptr);
    Track track = trackOf(doc, key.joint);
    if (key.keepMotion.value_or(false))
        keepJoint(doc, key, track);
    else
        removeHint(track, key.frame);
    if (key.rotation) setKey(track.rotation, key.frame, *key.rotation, key.interpolation);
    if (key.translation) setKey(track.translation, key.frame, *key.translation, key.interpolation);
    if (key.scale) setKey(track.scale, key.frame, *key.scale, key.interpolation);
    changeClip(doc, [&](Clip& clip) { setTrack(clip, std::move(track)); });
    return doc;
}

namespace {

/// The first ones, quoted.
std::string namesOfMorphs(const Mesh& mesh)
{
    constexpr std::size_t kMost = 8;
    std::string out;
    for (std::size_t row = 0; row < std::min(mesh.morphs.size(), kMost); ++row)
        out += (row > 0 ? ", " : "") + quoted(morphName(mesh, row));
    return mesh.morphs.size() > kMost ? out + ", ..." : out;
}

}  // namespace

Result<Document> make(Document doc, const SetMorphKey& edit)
{
    const Node& node = (*doc.scene)[doc.scene->find(edit.mesh)];
    const auto* mesh = std::get_if<MeshPart>(&node.part);
    if (!mesh || mesh->mesh->morphs.empty())
        return refused('"' + node.name + "\" has no morphs", "/mesh");
    const int row = findMorph(*mesh->mesh, edit.morph);
    if (row < 0)
        return refused('"' + node.name + "\" has no morph \"" + edit.morph + "\": it has " +
                           namesOfMorphs(*mesh->mesh),
                       "/morph");
    Track track = trackOf(doc, edit.mesh);
    Shared<Curve>& curve = curveOf(track, Property::Morph, row);
    Curve taken = std::move(curve).take();
    taken.setValue(edit.frame, edit.value);
    if (edit.interpolation) shapeKey(taken, edit.frame, *edit.interpolation);
    curve = std::move(taken);
    changeClip(doc, [&](Clip& clip) { setTrack(clip, std::move(track)); });
    return doc;
}

Result<Document> make(const Document& doc, const MoveKeys& edit)
{
    return retimeKeys(doc, edit.keys, {0, 1, edit.by, false}, "/by");
}

Result<Document> make(const Document& doc, const ScaleKeys& edit)
{
    if (!(edit.factor > 0)) return refused("the factor is not greater than 0", "/factor");
    return retimeKeys(doc, edit.keys, {edit.pivot, edit.factor, 0, edit.whole}, "/factor");
}

Result<Document> make(const Document& doc, const DeleteKeys& edit)
{
    const Result<std::vector<Pick>> picks = pickKeys(doc, edit.keys);
    if (!picks) return picks.error();
    return withPicked(doc, *picks, [](const auto& curve, const Pick& pick) {
        return without(curve, pick.frames);
    });
}

Result<Document> make(const Document& doc, const SetInterpolation& edit)
{
    if (edit.ease && edit.interpolation != KeyShape::Eased)
        return refused("only an eased interval has an ease", "/ease");
    const Result<std::vector<Pick>> picks = pickKeys(doc, edit.keys);
    if (!picks) return picks.error();
    return withPicked(doc, *picks, [&](auto curve, const Pick& pick) {
        for (const double frame : pick.frames)
            if (curve.find(frame))
                shapeKey(curve, frame, edit.interpolation, edit.ease.value_or(Ease{}));
        return curve;
    });
}

Result<Document> make(const Document& doc, const SetHandles& edit)
{
    // Otherwise the key in the clip's own track would be changed.
    if (!edit.key.layer.empty())
        return refused("the handles of a layer's keys cannot be set", "/key");
    const bool influence = edit.key.node == NodeId::None;
    const Property property =
        edit.key.property.value_or(influence ? Property::Influence : Property::Translation);
    if (property == Property::Rotation) return refused("rotations have no handles", "/key");
    if (edit.axis < 0 || edit.axis >= numbersOf(doc, edit.key.node, property))
        return refused("there is no such axis", "/axis");
    if (edit.left && edit.left->frames > 0)
        return refused("the left handle is right of its key", "/left");
    if (edit.right && edit.right->frames < 0)
        return refused("the right handle is left of its key", "/right");
    const bool automatic = edit.mode == HandleMode::AutoClamped || edit.mode == HandleMode::Vector;
    if (automatic && (edit.left || edit.right))
        return refused("handles of this mode follow from the neighbours", "/mode");

    const auto change = [&](Curve curve) -> Result<Curve> {
        const Key* there = curve.find(edit.key.frame);
        if (!there)
            return refused("there is no such key at frame " + toText(edit.key.frame), "/key");
        Key key = *there;
        key.mode = edit.mode;
        if (edit.left) key.left = *edit.left;
        if (edit.right) key.right = *edit.right;
        if (edit.mode == HandleMode::Aligned) {
            if (edit.left && !edit.right)
                key.right = aligned(key.left, key.right);
            else
                key.left = aligned(key.right, key.left);
        }
        curve.set(key);
        return curve;
    };
    Document out = doc;
    if (property == Property::Influence) {
        const Result<Curve> curve = change(influenceOf(doc, edit.key.constraint));
        if (!curve) return curve.error();
        changeClip(out, [&](Clip& clip) { setInfluence(clip, edit.key.constraint, *curve); });
        return out;
    }
    Track track = trackOf(doc, edit.key.node);
    Shared<Curve>& place = curveOf(track, property, edit.axis);
    const Result<Curve> curve = change(*place);
    if (!curve) return curve.error();
    place = *curve;
    changeClip(out, [&](Clip& clip) { setTrack(clip, std::move(track)); });
    return out;
}

Result<Document> make(const Document& doc, const SetInfluenceKey& edit)
{
    if (!(edit.value >= 0 && edit.value <= 1))
        return refused("an influence is not in [0, 1]", "/value");
    Document out = doc;
    Curve curve = influenceOf(doc, edit.target);
    curve.setValue(edit.frame, edit.value);
    changeClip(out, [&](Clip& clip) { setInfluence(clip, edit.target, std::move(curve)); });
    return out;
}

}  // namespace posewright::edit

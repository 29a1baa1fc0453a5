#include "core/edit/put_keys.h"

#include "core/edit/change.h"
#include "core/edit/target_place.h"
#include "core/edit/track_keys.h"
#include "core/motion/layer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace posewright::edit {

namespace {

/// Keys of one layer, or of the clip's own tracks, while PutKeys changes them.
struct Put {
    std::map<NodeId, Track> tracks;
    std::map<ConstraintId, Curve> influences;
    std::optional<Curve> weight;                        ///< layers only
    std::map<NodeId, std::pair<double, double>> reach;  ///< first and last frame put, by node
};

Track trackBefore(const Document& doc, const KeyData& data)
{
    if (data.layer.empty()) return trackOf(doc, data.node);
    const Clip& clip = doc.clip();
    return offsetsOf(*clip.layers[findLayer(clip, data.layer)], data.node);
}

Result<void> putInto(Put& put, const Document& doc, const KeyData& data)
{
    const Clip& clip = doc.clip();
    if (data.property == Property::Influence && !data.layer.empty()) {
        if (!put.weight) put.weight = clip.layers[findLayer(clip, data.layer)]->weight;
        put.weight->set(data.key);
        return {};
    }
    if (data.property == Property::Influence) {
        const auto at = put.influences.try_emplace(data.constraint).first;
        if (at->second.empty()) at->second = influenceOf(doc, data.constraint);
        at->second.set(data.key);
        return {};
    }
    auto at = put.tracks.find(data.node);
    if (at == put.tracks.end()) at = put.tracks.emplace(data.node, trackBefore(doc, data)).first;
    const double frame = data.frame();
    const auto [range, fresh] = put.reach.try_emplace(data.node, frame, frame);
    range->second.first = std::min(range->second.first, frame);
    range->second.second = std::max(range->second.second, frame);
    return putKey(at->second, data);
}

void store(Clip& clip, const std::string& name, Put& put)
{
    Shared<Layer>& layer = clip.layers[findLayer(clip, name)];
    layer = layer.with([&](Layer& changed) {
        for (auto& [node, track] : put.tracks) setTrack(changed, std::move(track));
        if (put.weight) changed.weight = *std::move(put.weight);
    });
}

void store(Clip& clip, const Document& before, Put& put)
{
    for (auto& [node, track] : put.tracks) {
        setTrack(clip, std::move(track));
        const Constraint* constraint = constraintOfTarget(*before.rig, node);
        if (!constraint || isAnimated(before, *constraint)) continue;
        Span span;
        span.start = std::min(before.playback.start, put.reach.at(node).first);
        span.end = std::max(before.playback.end, put.reach.at(node).second);
        setSpan(clip, constraint->id, std::move(span));
    }
    for (auto& [constraint, curve] : put.influences)
        setInfluence(clip, constraint, std::move(curve));
}

}  // namespace

const Track* trackOf(const Clip& clip, const KeyRef& key)
{
    if (key.layer.empty()) return clip.track(key.node);
    const int row = findLayer(clip, key.layer);
    return row < 0 ? nullptr : clip.layers[row]->track(key.node);
}

const Curve* shareOf(const Clip& clip, const KeyRef& key)
{
    if (key.layer.empty()) {
        const InfluenceTrack* influence = clip.influence(key.constraint);
        return influence ? &influence->curve : nullptr;
    }
    const int row = findLayer(clip, key.layer);
    return row < 0 || key.node != NodeId::None ? nullptr : &clip.layers[row]->weight;
}

bool exists(const Clip& clip, const KeyRef& key)
{
    const auto wanted = [&](Property p) { return !key.property || key.property == p; };
    const Curve* share = shareOf(clip, key);
    if (share && wanted(Property::Influence) && share->find(key.frame)) return true;
    const Track* track = trackOf(clip, key);
    if (!track) return false;
    if (wanted(Property::Rotation) && track->rotation->find(key.frame)) return true;
    return std::ranges::any_of(kCurvedProperties, [&](Property property) {
        return wanted(property) &&
               std::ranges::any_of(curvesOf(*track, property), [&](const Shared<Curve>& curve) {
                   return curve->find(key.frame) != nullptr;
               });
    });
}

std::vector<KeyData> keyData(const Document& doc, std::span<const KeyRef> keys)
{
    std::vector<KeyData> out;
    for (const KeyRef& ref : keys) {
        const auto wanted = [&](Property p) { return !ref.property || ref.property == p; };
        const auto take = [&](const Curve& curve, Property property, int axis) {
            const Key* key = curve.find(ref.frame);
            if (!key || !wanted(property)) return;
            KeyData data;
            data.layer = ref.layer;
            if (property != Property::Influence)
                data.node = ref.node;
            else if (ref.layer.empty())
                data.constraint = ref.constraint;
            data.property = property;
            data.axis = axis;
            data.key = *key;
            out.push_back(data);
        };
        if (const Track* track = trackOf(doc.clip(), ref)) {
            for (int axis = 0; axis < 3; ++axis)
                take(*track->translation[axis], Property::Translation, axis);
            if (const RotationKey* key = track->rotation->find(ref.frame);
                key && wanted(Property::Rotation)) {
                KeyData data;
                data.layer = ref.layer;
                data.node = ref.node;
                data.property = Property::Rotation;
                data.rotation = *key;
                data.shape = track->rotation->shape(
                    static_cast<std::size_t>(key - track->rotation->keys().data()));
                out.push_back(data);
            }
            for (int axis = 0; axis < 3; ++axis) take(*track->scale[axis], Property::Scale, axis);
            for (std::size_t i = 0; i < track->morphs.size(); ++i)
                take(*track->morphs[i], Property::Morph, static_cast<int>(i));
        }
        if (const Curve* share = shareOf(doc.clip(), ref)) take(*share, Property::Influence, 0);
    }
    return out;
}

std::optional<std::vector<HintData>> hintData(const Document& doc, std::span<const KeyRef> keys)
{
    std::vector<HintData> out;
    for (const KeyRef& key : keys) {
        const Track* track = key.layer.empty() ? doc.clip().track(key.node) : nullptr;
        const KeyHint* hint = track && !key.property ? hintAt(*track, key.frame) : nullptr;
        const Constraint* target = constraintOfTarget(*doc.rig, key.node);
        // A key that follows the surrounding motion would follow a different one at its new frame.
        if (!hint || hint->follows() || !target) continue;
        HintData data{key.node, *hint};
        // Joints of other limbs are not pasted with this one.
        const std::vector<NodeIndex> own = jointsOf(*doc.scene, *target);
        std::erase_if(data.hint.joints, [&](const KeyHint::Joint& bent) {
            return std::ranges::find(own, doc.scene->find(bent.joint)) == own.end();
        });
        if (!data.hint.joints.empty()) out.push_back(std::move(data));
    }
    if (out.empty()) return std::nullopt;
    return out;
}

Result<Document> make(const Document& doc, const PutKeys& edit)
{
    std::map<std::string, Put> puts;  // by layer; "": the clip's own tracks
    for (std::size_t i = 0; i < edit.keys.size(); ++i)
        if (const Result<void> put = putInto(puts[edit.keys[i].layer], doc, edit.keys[i]); !put)
            return refused(put.error().message, "/keys/" + std::to_string(i) + put.error().where);
    Document out = doc;
    changeClip(out, [&](Clip& clip) {
        for (auto& [layer, put] : puts) {
            if (layer.empty())
                store(clip, doc, put);
            else
                store(clip, layer, put);
        }
        std::map<NodeId, Track> hinted;  // copied once each: a motion may have a hint at each frame
        if (edit.hints)
            for (const HintData& data : *edit.hints)
                if (const Track* track = clip.track(data.node))
                    setHint(hinted.try_emplace(data.node, *track).first->second, data.hint);
        for (auto& [node, track] : hinted) {
            trimHints(track);
            setTrack(clip, std::move(track));
        }
    });
    return out;
}

}  // namespace posewright::edit

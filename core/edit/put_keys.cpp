#include "core/edit/change.h"
#include "core/edit/families.h"
#include "core/edit/target_place.h"
#include "core/edit/track_keys.h"

#include <algorithm>
#include <map>

namespace posewright::edit {

std::vector<KeyData> keyData(const Document& doc, std::span<const KeyRef> keys)
{
    std::vector<KeyData> out;
    for (const KeyRef& ref : keys) {
        const auto wanted = [&](Property p) { return !ref.property || ref.property == p; };
        const auto take = [&](const Curve& curve, Property property, int axis) {
            const Key* key = curve.find(ref.frame);
            if (!key || !wanted(property)) return;
            KeyData data;
            if (property == Property::Influence)
                data.constraint = ref.constraint;
            else
                data.node = ref.node;
            data.property = property;
            data.axis = axis;
            data.key = *key;
            out.push_back(data);
        };
        if (const Track* track = doc.clip().track(ref.node)) {
            for (int axis = 0; axis < 3; ++axis)
                take(*track->translation[axis], Property::Translation, axis);
            if (const RotationKey* key = track->rotation->find(ref.frame);
                key && wanted(Property::Rotation)) {
                KeyData data;
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
        if (const InfluenceTrack* influence = doc.clip().influence(ref.constraint))
            take(influence->curve, Property::Influence, 0);
    }
    return out;
}

Result<Document> make(const Document& doc, const PutKeys& edit)
{
    std::map<NodeId, Track> tracks;
    std::map<ConstraintId, Curve> influences;
    std::map<NodeId, std::pair<double, double>> reach;  ///< first and last key put on a node
    for (std::size_t i = 0; i < edit.keys.size(); ++i) {
        const KeyData& data = edit.keys[i];
        if (data.property == Property::Influence) {
            const auto at = influences.try_emplace(data.constraint).first;
            if (at->second.empty()) at->second = influenceOf(doc, data.constraint);
            at->second.set(data.key);
            continue;
        }
        auto at = tracks.find(data.node);
        if (at == tracks.end()) at = tracks.emplace(data.node, trackOf(doc, data.node)).first;
        const double frame = data.frame();
        const auto [range, fresh] = reach.try_emplace(data.node, frame, frame);
        range->second.first = std::min(range->second.first, frame);
        range->second.second = std::max(range->second.second, frame);
        if (const Result<void> put = putKey(at->second, data); !put)
            return refused(put.error().message, "/keys/" + std::to_string(i) + put.error().where);
    }

    Document out = doc;
    changeClip(out, [&](Clip& clip) {
        for (auto& [node, track] : tracks) {
            setTrack(clip, std::move(track));
            const Constraint* constraint = constraintOfTarget(*doc.rig, node);
            if (!constraint || isAnimated(doc, *constraint)) continue;
            Span span;
            span.start = std::min(doc.playback.start, reach.at(node).first);
            span.end = std::max(doc.playback.end, reach.at(node).second);
            setSpan(clip, constraint->id, std::move(span));
        }
        for (auto& [constraint, curve] : influences)
            setInfluence(clip, constraint, std::move(curve));
    });
    return out;
}

}  // namespace posewright::edit

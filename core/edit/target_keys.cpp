#include "core/edit/target_keys.h"

#include "core/edit/described.h"
#include "core/edit/fit_target.h"
#include "core/edit/keep_motion.h"
#include "core/edit/target_place.h"
#include "core/edit/track_keys.h"

#include <algorithm>
#include <array>

namespace posewright::edit {

namespace {

/// If a limb is nearly straight when its target gets its first key, turns ease off: it would bend
/// the limb before anything was moved. Keeps a softness other than the default.
void easeFrom(Document& doc, ConstraintId id, double frame)
{
    const Scene& scene = *doc.scene;
    const Constraint& constraint = constraintOf(doc, id);
    if (constraint.soft != Constraint{}.soft || !constraint.arrives()) return;
    const std::vector<Place> pose = basePlacesOf(
        doc, scene.path(scene.find(constraint.root), scene.find(constraint.effector)), frame);
    if (pose.empty()) return;
    const auto apart = [](const Place& a, const Place& b) {
        return (a.world.position - b.world.position).norm();
    };
    double reach = 0;
    for (std::size_t i = 1; i < pose.size(); ++i) reach += apart(pose[i], pose[i - 1]);
    const double soft = softFor({apart(pose.back(), pose.front())}, reach);
    changeRig(doc, [&](Rig& rig) {
        for (Constraint& c : rig.constraints)
            if (c.id == id) c.soft = soft;
    });
}

bool moves(const SetTargetKey& edit)
{
    return edit.position || edit.rotation;
}

/// Sets a key without changing the target's motion.
void keyAsItIs(const Node& target, const Constraint& constraint, double frame, Track& track)
{
    const bool fresh = !std::ranges::binary_search(keyFrames(track), frame);
    insertKeys(track, frame);
    if (!hasKeys(track.translation)) setKey(track.translation, frame, target.rest.translation, {});
    if (constraint.orientation && track.rotation->empty())
        setKey(track.rotation, frame, target.rest.rotation, {});
    if (fresh) setHint(track, KeyHint{frame, {}, Vec3::Zero()});
}

/// Sets the hint of a key at a new place of the target.
Result<void> putHint(const Document& doc, const Constraint& constraint, const SetTargetKey& edit,
                     const Context& context, Track& track)
{
    const KeyHint* old = hintAt(track, edit.frame);
    if (old && old->follows()) releaseHandles(track, edit.frame);
    if (!edit.keepMotion.value_or(false)) {
        removeHint(track, edit.frame);
        return {};
    }
    if (!moves(edit)) return {};
    Result<std::optional<KeyHint>> bend = shownBend(doc, constraint, edit.frame, context);
    if (!bend) return refused(bend.error().message, "/target");
    removeHint(track, edit.frame);
    if (*bend) setHint(track, **std::move(bend));
    return {};
}

/// The key's place, in the target's parent space.
struct KeyPlace {
    Vec3 translation = Vec3::Zero();
    std::optional<Quat> rotation;
};

Result<KeyPlace> keyPlace(const Document& doc, const Constraint& constraint,
                          const SetTargetKey& edit, const Track& track, const Context& context)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(constraint.target);
    const bool hangs = scene[row].parent != kNoNode;

    // Evaluating the pose is expensive; dragging a target without a parent does not need it.
    Place target;
    Place effector;
    WorldTransform parent;
    if (hangs || !edit.position) {
        const NodeIndex above = hangs ? scene[row].parent : row;
        const auto pose = placesOf(doc, std::array{row, scene.find(constraint.effector), above},
                                   edit.frame, context.memo);
        if (!pose) return refused(pose.error().message, "/target");
        target = (*pose)[0];
        effector = (*pose)[1];
        if (hangs) parent = (*pose)[2].world;
    }
    WorldTransform place;
    KeyPlace out;
    std::optional<Quat>& rotation = out.rotation;
    if (edit.rotation) {
        const Result<Quat> given = unit(*edit.rotation, "/rotation");
        if (!given) return given.error();
        rotation = (parent.rotation.conjugate() * *given).normalized();
    }
    if (!edit.position && !track.empty()) {
        out.translation = target.local.translation;
        if (!rotation && (constraint.orientation || !track.rotation->empty()))
            rotation = target.local.rotation.normalized();
    } else {
        const WorldTransform shown = edit.position
                                         ? WorldTransform{}
                                         : placeOf(doc, constraint, effector.world, target.world);
        place.position = edit.position.value_or(shown.position);
        place.rotation = shown.rotation;
        const Result<Transform> local = relativeTo(parent, place);
        if (!local) return refused(local.error().message, "/position");
        out.translation = local->translation;
        if (!rotation && !edit.position && constraint.orientation) rotation = local->rotation;
    }
    return out;
}

}  // namespace

bool isAnimated(const Document& doc, const Constraint& constraint)
{
    const SpanRow* row = doc.clip().spanRow(constraint.id);
    return doc.clip().track(constraint.target) || (row && !row->spans.empty());
}

WorldTransform servedPlace(const ConstraintKind& kind, const WorldTransform& effector,
                           const WorldTransform& target)
{
    const Vec3 way = target.position - effector.position;
    Stand stand{effector.position, effector.rotation, Vec3::UnitZ(), way.norm()};
    if (stand.away > 0) stand.towards = way / stand.away;
    WorldTransform place = target;
    place.position = pointFor(kind, stand);
    return place;
}

WorldTransform placeOf(const Document& doc, const Constraint& constraint,
                       const WorldTransform& effector, const WorldTransform& target)
{
    const bool keyed = doc.clip().track(constraint.target) != nullptr;
    if (!constraint.arrives() && !keyed) return servedPlace(constraint.kind, effector, target);
    return keyed ? target : effector;
}

Result<Document> make(Document doc, const SetTargetKey& edit, const Context& context)
{
    const Scene& scene = *doc.scene;
    const Constraint constraint = constraintOf(doc, edit.target);
    const NodeIndex row = scene.find(constraint.target);
    const bool first = !isAnimated(doc, constraint);
    Track track = trackOf(doc, constraint.target);
    if (!first && edit.keepMotion.value_or(false) && !moves(edit) && !edit.interpolation) {
        keyAsItIs(scene[row], constraint, edit.frame, track);
        changeClip(doc, [&](Clip& clip) { setTrack(clip, std::move(track)); });
        return doc;
    }
    if (!first)
        if (const Result<void> hint = putHint(doc, constraint, edit, context, track); !hint)
            return hint.error();
    Result<KeyPlace> place = keyPlace(doc, constraint, edit, track, context);
    if (!place) return place.error();
    takeOffLayers(doc.clip(), constraint.target, edit.frame, place->rotation, &place->translation);
    setKey(track.translation, edit.frame, place->translation, edit.interpolation);
    if (place->rotation) setKey(track.rotation, edit.frame, *place->rotation, edit.interpolation);

    if (first) easeFrom(doc, edit.target, edit.frame);
    changeClip(doc, [&](Clip& clip) {
        setTrack(clip, track);
        if (const KeyHint* hint = hintAt(track, edit.frame); hint && !hint->follows())
            putBend(*doc.rig, clip, constraint.target, *hint);
        if (!first) return;
        Span span;
        span.start = std::min(doc.playback.start, edit.frame);
        span.end = std::max(doc.playback.end, edit.frame);
        setSpan(clip, edit.target, std::move(span));
    });
    return doc;
}

Result<Document> make(const Document& doc, const FitTarget& edit, const Context& context)
{
    const Constraint constraint = constraintOf(doc, edit.target);
    Document bare = doc;
    changeClip(bare, [&](Clip& clip) {
        std::erase_if(clip.spans, [&](const SpanRow& r) { return r.constraint == edit.target; });
        setInfluence(clip, edit.target, {});
        Track none;
        none.node = constraint.target;
        setTrack(clip, std::move(none));
    });
    return fitted(bare, bare, edit.target, edit.within, "/within", context);
}

}  // namespace posewright::edit

#include "core/base/number.h"
#include "core/edit/described.h"
#include "core/edit/families.h"
#include "core/edit/fit_target.h"
#include "core/edit/keep_motion.h"
#include "core/edit/target_place.h"
#include "core/edit/track_keys.h"
#include "core/evaluate/bake.h"
#include "core/evaluate/evaluate.h"
#include "core/ik/solver.h"
#include "core/math/rotation.h"
#include "core/motion/reduce.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace posewright::edit {

namespace {

/// A limb that is nearly straight where its target is first keyed is not eased: easing would bend
/// it before anything was moved. A softness that was chosen stays.
void easeFrom(Document& doc, ConstraintId id, double frame)
{
    const Scene& scene = *doc.scene;
    const Constraint& constraint = constraintOf(doc, id);
    if (constraint.soft != Constraint{}.soft || constraint.aim()) return;
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

/// The line from root to effector, and the joint that the chain is bent by.
struct Bend {
    Vec3 line = Vec3::Zero();  ///< root to effector
    Vec3 away = Vec3::Zero();  ///< from the line to the joint that is farthest from it
    std::size_t joint = 0;     ///< place in the chain
    double length = 0;         ///< of the chain
};

Bend bendOf(const std::vector<Place>& chain)
{
    Bend bend;
    const Vec3 root = chain.front().world.position;
    bend.line = chain.back().world.position - root;
    const double square = bend.line.squaredNorm();
    bend.joint = chain.size() / 2;
    for (std::size_t i = 1; i < chain.size(); ++i) {
        const Vec3 p = chain[i].world.position;
        bend.length += (p - chain[i - 1].world.position).norm();
        const Vec3 from = p - root;
        const Vec3 away = square > 0 ? Vec3(from - from.dot(bend.line) / square * bend.line) : from;
        if (away.norm() <= bend.away.norm()) continue;
        bend.away = away;
        bend.joint = i;
    }
    return bend;
}

/// A point that the chain bends towards, a chain's length away: in the plane that it is bent in,
/// else as it is bent in the rest pose, else at right angles to it, always the same.
Vec3 polePlace(const std::vector<Place>& pose, const std::vector<Place>& rest)
{
    constexpr double kStraight = 1e-6;
    const Bend shown = bendOf(pose);
    Vec3 direction = shown.away;
    if (direction.norm() <= kStraight * shown.length) {
        const Bend atRest = bendOf(rest);
        const bool straight = atRest.away.norm() <= kStraight * atRest.length;
        const Vec3 along = atRest.line.norm() > 0 ? atRest.line.normalized() : Vec3(Vec3::UnitY());
        direction = pose.front().world.rotation * rest.front().world.rotation.conjugate() *
                    (straight ? anyPerpendicular(along) : atRest.away);
        const double square = shown.line.squaredNorm();
        if (square > 0) direction -= direction.dot(shown.line) / square * shown.line;
    }
    if (!(direction.norm() > 1e-12 * shown.length))
        direction =
            anyPerpendicular(shown.line.norm() > 0 ? shown.line.normalized() : Vec3(Vec3::UnitY()));
    const double away = shown.length > 0 ? shown.length : 1;
    return pose[shown.joint].world.position + away * direction.normalized();
}

/// How far before a joint the target of a new aim is: well beyond the bone's own tip, and on a
/// figure near enough to be seen together with it. [m]
double sightOf(const Scene& scene, NodeIndex effector)
{
    const BonePart* bone = scene[effector].bone();
    const double sight = std::max(0.25 * extent(scene), bone ? 2 * bone->tip.norm() : 0.0);
    return sight > 0 ? sight : 1;
}

/// The point that the effector of an aim looks at, as far away as its target is.
WorldTransform lookedAt(const Aim& aim, const WorldTransform& eye, const WorldTransform& target)
{
    WorldTransform place = target;
    place.position =
        eye.position + (target.position - eye.position).norm() * (eye.rotation * aim.axis);
    return place;
}

}  // namespace

bool isAnimated(const Document& doc, const Constraint& constraint)
{
    const SpanRow* row = doc.clip().spanRow(constraint.id);
    return doc.clip().track(constraint.target) || (row && !row->spans.empty());
}

WorldTransform placeOf(const Document& doc, const Constraint& constraint,
                       const WorldTransform& effector, const WorldTransform& target)
{
    const bool keyed = doc.clip().track(constraint.target) != nullptr;
    if (const Aim* aim = constraint.aim(); aim && !keyed) return lookedAt(*aim, effector, target);
    return keyed ? target : effector;
}

namespace {

/// An aim looks along its bone.
Result<ConstraintKind> kindAsked(const Scene& scene, const AddTarget& edit)
{
    if (edit.fit && (edit.aim || edit.meets))
        return refused("only a target that its effector follows is fitted to its motion", "/fit");
    if (edit.aim && edit.meets)
        return refused("an effector looks at its target or meets a joint, not both", "/aim");
    if (edit.meets) return ConstraintKind(Loop<NodeId>{*edit.meets});
    if (!edit.aim) return ConstraintKind(Reach{});
    const BonePart* bone = scene[scene.find(edit.effector)].bone();
    return ConstraintKind(bone && bone->tip.norm() > 0 ? Aim{bone->tip.normalized()} : Aim{});
}

Result<void> checkChain(const Scene& scene, const AddTarget& edit, const ConstraintKind& kind)
{
    const NodeIndex effector = scene.find(edit.effector);
    const NodeIndex root = scene.find(edit.root);
    if (!makesChain(scene, kind, root, effector))
        return refused('"' + scene[root].name + "\" is not above \"" + scene[effector].name + '"',
                       "/root", "choose a joint that the effector hangs below");
    if (!edit.meets) return {};
    if (!scene.isAbove(scene.find(edit.root), scene.find(*edit.meets)))
        return refused("the joint that is met is not below the root", "/meets");
    if (*edit.meets == edit.effector) return refused("the effector cannot meet itself", "/meets");
    return {};
}

}  // namespace

Result<Document> make(Document doc, const AddTarget& edit, const Means& means)
{
    if (const Result<void> name = checkName(doc, edit.name); !name) return name.error();
    const Scene& scene = *doc.scene;
    const NodeIndex effector = scene.find(edit.effector);
    const Result<ConstraintKind> kind = kindAsked(scene, edit);
    if (!kind) return kind.error();
    if (const Result<void> chain = checkChain(scene, edit, *kind); !chain) return chain.error();
    const NodeIndex meets = scene.find(edit.meets.value_or(edit.root));
    const Result<std::vector<Place>> pose = placesOf(
        doc, std::array{effector, meets}, edit.frame.value_or(doc.playback.start), means.memo);
    if (!pose) return refused(pose.error().message, "/effector");
    const WorldTransform& shown = (*pose)[0].world;

    Node node;
    node.id = newNodeId(doc);
    node.name = edit.name;
    node.rest.translation = shown.position;
    node.rest.rotation = shown.rotation;
    Constraint constraint;
    constraint.kind = *kind;
    if (!rulesOf(*kind).ease) constraint.soft = 0;
    if (const Aim* aim = constraint.aim())
        node.rest.translation += sightOf(scene, effector) * (shown.rotation * aim->axis);
    if (edit.meets) {
        node.parent = meets;
        const Result<Transform> local = relativeTo((*pose)[1].world, shown);
        if (!local) return refused(local.error().message, "/meets");
        node.rest = *local;
        node.rest.scale = Vec3::Ones();
    }
    constraint.id = newConstraintId(doc);
    constraint.target = node.id;
    constraint.effector = edit.effector;
    constraint.root = edit.root;
    const std::optional<Document> before = edit.fit ? std::optional(doc) : std::nullopt;
    Result<Document> grown = withNode(std::move(doc), std::move(node), "/name");
    if (!grown) return grown;
    changeRig(*grown, [&](Rig& rig) { rig.constraints.push_back(constraint); });
    if (edit.fit) return fitted(*before, *grown, constraint.id, *edit.fit, "/fit", means);
    return grown;
}

Result<Document> make(Document doc, const AddPole& edit, const Means& means)
{
    const Scene& scene = *doc.scene;
    const Constraint& constraint = constraintOf(doc, edit.target);
    if (constraint.pole != NodeId::None)
        return refused("the target has a pole already: \"" +
                           scene[scene.find(constraint.pole)].name + '"',
                       "/target");
    const std::vector<NodeIndex> chain =
        scene.path(scene.find(constraint.root), scene.find(constraint.effector));
    if (chain.size() < 3) return refused("a chain of one bone does not bend", "/target");

    Node node;
    node.id = newNodeId(doc);
    node.name = uniqueName(scene, targetName(doc, constraint) + " pole");
    if (edit.position) {
        node.rest.translation = *edit.position;
    } else {
        const auto pose = placesOf(doc, chain, doc.playback.start, means.memo);
        if (!pose) return refused(pose.error().message, "/target");
        node.rest.translation = polePlace(*pose, restPlacesOf(scene, chain));
    }
    const NodeId pole = node.id;
    Result<Document> grown = withNode(std::move(doc), std::move(node), "/target");
    if (!grown) return grown;
    changeRig(*grown, [&](Rig& rig) {
        for (Constraint& c : rig.constraints)
            if (c.id == edit.target) c.pole = pole;
    });
    return grown;
}

namespace {

/// Bakes what a constraint does to its chain, in every clip that it acts in.
Result<void> keepMotion(Document& doc, const Constraint& constraint, const Means& means)
{
    const Scene& scene = *doc.scene;
    const auto clips = static_cast<double>(doc.clips.size());
    for (std::size_t i = 0; i < doc.clips.size(); ++i) {
        Document shown = doc;
        if (shown.playback.clip != static_cast<int>(i)) {
            shown.playback.clip = static_cast<int>(i);
            const auto keyed = keyedRange(*doc.clips[i]);
            if (!keyed) continue;
            std::tie(shown.playback.start, shown.playback.end) = *keyed;
        }
        const std::optional<Range> acting = actingRange(shown, constraint.id);
        if (!acting) continue;
        // What is baked has the offsets of layers in it.
        shown.clips[i] = flattened(*doc.clips[i], restsOf(scene));
        doc.clips[i] = shown.clips[i];
        BakeOptions options;
        options.start = acting->min;
        options.end = acting->max;
        options.jobs = means.jobs;
        if (means.progress)
            options.progress = [&means, done = double(i) / clips, clips](double share) {
                return means.progress(done + share / clips);
            };
        const Result<Clip> baked = bakedClip(*prepare(shown, means.memo), options);
        if (!baked)
            return baked.error().kind == ErrorKind::Cancelled
                       ? baked.error()
                       : refused(baked.error().message, "/keepPose");
        doc.clips[i] = doc.clips[i].with([&](Clip& clip) {
            for (const NodeIndex row : jointsOf(scene, constraint))
                if (const Track* track = baked->track(scene[row].id)) setTrack(clip, *track);
        });
    }
    return {};
}

}  // namespace

Result<Document> make(const Document& doc, const RemoveTarget& edit, const Means& means)
{
    const Scene& scene = *doc.scene;
    const Constraint gone = constraintOf(doc, edit.target);
    const auto used = [&](NodeId node) -> const Constraint* {
        for (const Constraint& c : doc.rig->constraints)
            if (c.id != gone.id &&
                (c.effector == node || c.root == node || c.target == node || c.pole == node))
                return &c;
        return nullptr;
    };
    Document out = doc;
    if (edit.keepPose) {
        const Result<void> kept = keepMotion(out, gone, means);
        if (!kept) return kept.error();
    }
    changeRig(out, [&](Rig& rig) {
        std::erase_if(rig.constraints, [&](const Constraint& c) { return c.id == gone.id; });
    });
    for (Shared<Clip>& clip : out.clips)
        clip = clip.with([&](Clip& c) {
            std::erase_if(c.spans, [&](const SpanRow& r) { return r.constraint == gone.id; });
            setInfluence(c, gone.id, {});
        });
    // A node that is more than a target or pole stays.
    std::vector<NodeId> nodes;
    for (const NodeId id : {gone.target, gone.pole})
        if (const NodeIndex row = scene.find(id);
            row != kNoNode && std::holds_alternative<std::monostate>(scene[row].part) && !used(id))
            nodes.push_back(id);
    return withoutNodes(out, nodes, "/name");
}

Result<Document> make(Document doc, const SetTarget& edit)
{
    const Scene& scene = *doc.scene;
    if (edit.solver && !edit.solver->empty() && !ik::findSolver(*edit.solver))
        return refused("there is no solver " + quoted(*edit.solver), "/solver");
    if (std::optional<Error> fault = boundFault<Constraint>(edit)) return *std::move(fault);
    if (edit.root) {
        const NodeIndex root = scene.find(*edit.root);
        const NodeIndex effector = scene.find(constraintOf(doc, edit.target).effector);
        if (!makesChain(scene, constraintOf(doc, edit.target).kind, root, effector))
            return refused("the root is not above \"" + scene[effector].name + '"', "/root");
    }
    std::optional<Vec3> axis;
    if (edit.axis) {
        if (!(edit.axis->norm() > 1e-12) || !edit.axis->allFinite())
            return refused("the axis has no direction", "/axis");
        axis = edit.axis->normalized();
    }
    changeRig(doc, [&](Rig& rig) {
        for (Constraint& c : rig.constraints) {
            if (c.id != edit.target) continue;
            if (auto* aim = std::get_if<Aim>(&c.kind)) aim->axis = axis.value_or(aim->axis);
            take(edit, c);
        }
    });
    return doc;
}

namespace {

bool moves(const SetTargetKey& edit)
{
    return edit.position || edit.rotation;
}

/// Puts a key of a target on the motion that it has.
void keyAsItIs(const Node& target, const Constraint& constraint, double frame, Track& track)
{
    const bool fresh = !std::ranges::binary_search(keyFrames(track), frame);
    insertKeys(track, frame);
    if (!hasKeys(track.translation)) setKey(track.translation, frame, target.rest.translation, {});
    if (constraint.orientation && track.rotation->empty())
        setKey(track.rotation, frame, target.rest.rotation, {});
    if (fresh) setHint(track, KeyHint{frame, {}, Vec3::Zero()});
}

/// The hint that a key gets which is put where a target is moved to.
Result<void> putHint(const Document& doc, const Constraint& constraint, const SetTargetKey& edit,
                     const Means& means, Track& track)
{
    const KeyHint* old = hintAt(track, edit.frame);
    if (old && old->follows()) releaseHandles(track, edit.frame);
    if (!edit.keepMotion.value_or(false)) {
        removeHint(track, edit.frame);
        return {};
    }
    if (!moves(edit)) return {};
    Result<std::optional<KeyHint>> bend = shownBend(doc, constraint, edit.frame, means);
    if (!bend) return refused(bend.error().message, "/target");
    removeHint(track, edit.frame);
    if (*bend) setHint(track, **std::move(bend));
    return {};
}

/// Where a key is put, in the space of its target.
struct KeyPlace {
    Vec3 translation = Vec3::Zero();
    std::optional<Quat> rotation;
};

Result<KeyPlace> keyPlace(const Document& doc, const Constraint& constraint,
                          const SetTargetKey& edit, const Track& track, const Means& means)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(constraint.target);
    const bool hangs = scene[row].parent != kNoNode;

    // The pose shown is dear; a drag of a target that hangs on nothing does not need it.
    Place target;
    Place effector;
    WorldTransform parent;
    if (hangs || !edit.position) {
        const NodeIndex above = hangs ? scene[row].parent : row;
        const auto pose = placesOf(doc, std::array{row, scene.find(constraint.effector), above},
                                   edit.frame, means.memo);
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

Result<Document> make(Document doc, const SetTargetKey& edit, const Means& means)
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
        if (const Result<void> hint = putHint(doc, constraint, edit, means, track); !hint)
            return hint.error();
    Result<KeyPlace> place = keyPlace(doc, constraint, edit, track, means);
    if (!place) return place.error();
    takeOffLayers(doc.clip(), constraint.target, edit.frame, place->rotation, &place->translation);
    setKey(track.translation, edit.frame, place->translation, edit.interpolation);
    if (place->rotation) setKey(track.rotation, edit.frame, *place->rotation, edit.interpolation);

    if (first) easeFrom(doc, edit.target, edit.frame);
    changeClip(doc, [&](Clip& clip) {
        setTrack(clip, std::move(track));
        if (!first) return;
        Span span;
        span.start = std::min(doc.playback.start, edit.frame);
        span.end = std::max(doc.playback.end, edit.frame);
        setSpan(clip, edit.target, std::move(span));
    });
    return doc;
}

Result<Document> make(const Document& doc, const FitTarget& edit, const Means& means)
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
    return fitted(bare, bare, edit.target, edit.within, "/within", means);
}

}  // namespace posewright::edit

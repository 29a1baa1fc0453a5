#include "core/operate/target_space.h"

#include "core/edit/change.h"
#include "core/edit/keep_motion.h"
#include "core/edit/put_keys.h"
#include "core/edit/track_keys.h"
#include "core/evaluate/places.h"
#include "core/operate/dense_key.h"
#include "core/operate/row.h"
#include "core/retarget/reference_pose.h"

#include <algorithm>
#include <array>
#include <utility>

namespace posewright::operate {

namespace {

using retarget::Role;

constexpr double kLooksAround = 0.15;  ///< to each side, to judge the limb's end [s]
constexpr double kStandsBelow = 0.17;  ///< leg lengths per second; slower counts as standing
constexpr double kShareOnBody =
    0.25;  ///< of its way relative to the body, if it stands in the world

Vec4 turnedBy(const Quat& turn, const Vec4& v)
{
    return (turn * Quat(v[3], v[0], v[1], v[2])).coeffs();
}

/// Whether the bone belongs to a leg.
bool isOnLeg(const Scene& scene, const retarget::Figure& figure, NodeIndex bone)
{
    return std::ranges::any_of(std::array{Role::LeftUpperLeg, Role::RightUpperLeg}, [&](Role role) {
        const NodeIndex thigh = figure.first(role);
        return thigh != kNoNode && (bone == thigh || scene.isAbove(thigh, bone));
    });
}

/// Whether it is the hand of an arm, or hangs on its forearm.
bool isHand(const Scene& scene, const retarget::Figure& figure, NodeIndex end)
{
    return std::ranges::any_of(std::array{std::pair(Role::LeftHand, Role::LeftLowerArm),
                                          std::pair(Role::RightHand, Role::RightLowerArm)},
                               [&](const auto& arm) {
                                   const NodeIndex hand = figure.first(arm.first),
                                                   lower = figure.first(arm.second);
                                   if (hand != kNoNode && (end == hand || scene.isAbove(hand, end)))
                                       return true;
                                   return lower != kNoNode && scene.isAbove(lower, end);
                               });
}

bool limbIsRecorded(const Document& doc, const Constraint& target, double frame)
{
    const Scene& scene = *doc.scene;
    for (const NodeIndex row : scene.path(scene.find(target.root), scene.find(target.effector)))
        if (layerFor(doc, scene[row].id, frame)) return true;
    return false;
}

/// Does the limb's end keep its place in the world while the body moves?
bool standsStill(const Document& doc, NodeIndex end, NodeIndex body, double leg, double frame,
                 const edit::Context& context)
{
    const auto prepared = prepare(doc, context.memo);
    const double seconds = kLooksAround * doc.clip().rate;
    const double first = std::max(doc.playback.start, frame - seconds),
                 last = std::min(doc.playback.end, frame + seconds);
    constexpr int kMostSteps = 8;
    if (last - first < 1) return false;
    double inWorld = 0, onBody = 0;
    std::optional<std::pair<Vec3, Vec3>> before;
    for (int i = 0; i <= kMostSteps; ++i) {
        const Evaluation shown = evaluate(*prepared, first + (last - first) * i / kMostSteps);
        const WorldTransform& carrier = shown.world[body];
        const Vec3 at = shown.world[end].position;
        const Vec3 seen = carrier.rotation.conjugate() * (at - carrier.position);
        if (before) {
            inWorld += (at - before->first).norm();
            onBody += (seen - before->second).norm();
        }
        before = std::pair(at, seen);
    }
    const double took = (last - first) / doc.clip().rate;
    return inWorld < kShareOnBody * onBody && inWorld < kStandsBelow * leg * took;
}

/// Converts a target's keys to another space.
class Rehung {
public:
    Rehung(const Document& doc, const edit::Context& context, NodeIndex from, NodeIndex to) :
        doc_(doc), context_(context), rows_{from, to}
    {
    }

    /// @param turns  the target controls an orientation, so rotation keys are converted as well
    Result<edit::PutKeys> keys(const Node& node, Track track, bool turns) const
    {
        edit::PutKeys put;
        const std::vector<double> frames = keyFrames(track);
        for (int axis = 0; axis < 3 && !frames.empty(); ++axis)
            if (track.translation[axis]->empty())
                track.translation[axis] =
                    Curve::fromKeys({linearKey(frames.front(), node.rest.translation[axis])});
        if (turns && track.rotation->empty() && !frames.empty())
            track.rotation = RotationTrack::fromKeys({{frames.front(), node.rest.rotation}});
        for (const double frame : frames) edit::insertKeys(track, frame);
        for (const double frame : frames) {
            const Result<std::pair<WorldTransform, WorldTransform>> spaces = at(frame);
            if (!spaces) return spaces.error();
            const auto& [from, to] = *spaces;
            const Mat3 turn = to.linear.inverse() * from.linear;
            if (!turn.allFinite()) return edit::refused("it is scaled to nothing", "/space");
            Vec3 place = Vec3::Zero(), left = Vec3::Zero(), right = Vec3::Zero();
            for (int axis = 0; axis < 3; ++axis) {
                const Key& key = *track.translation[axis]->find(frame);
                place[axis] = key.value;
                left[axis] = key.left.value;
                right[axis] = key.right.value;
            }
            place = to.linear.inverse() * (from * place - to.position);
            left = turn * left;
            right = turn * right;
            for (int axis = 0; axis < 3; ++axis) {
                edit::KeyData data;
                data.node = node.id;
                data.property = Property::Translation;
                data.axis = axis;
                data.key = *track.translation[axis]->find(frame);
                data.key.value = place[axis];
                data.key.left.value = left[axis];
                data.key.right.value = right[axis];
                put.keys.push_back(data);
            }
            if (const RotationKey* key = track.rotation->find(frame)) {
                edit::KeyData data;
                data.node = node.id;
                data.property = Property::Rotation;
                data.rotation = *key;
                const Quat there = to.rotation.conjugate() * from.rotation;
                data.rotation.value = (there * key->value).normalized();
                data.shape = track.rotation->shape(
                    static_cast<std::size_t>(key - track.rotation->keys().data()));
                data.shape.in = turnedBy(there, data.shape.in);
                data.shape.out = turnedBy(there, data.shape.out);
                put.keys.push_back(data);
            }
            if (const KeyHint* hint = hintAt(track, frame)) {
                if (!put.hints) put.hints.emplace();
                put.hints->push_back({node.id, *hint});
            }
        }
        return put;
    }

private:
    Result<std::pair<WorldTransform, WorldTransform>> at(double frame) const
    {
        std::array<WorldTransform, 2> out;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (rows_[i] == kNoNode) continue;
            const auto place = placesOf(doc_, {&rows_[i], 1}, frame, context_.memo);
            if (!place) return edit::refused(place.error().message, "/space");
            out[i] = place->front().world;
        }
        return std::pair(out[0], out[1]);
    }

    const Document& doc_;
    const edit::Context& context_;
    std::array<NodeIndex, 2> rows_;
};

/// Converts the keys of all clips and keeps the active clip, range and preview.
Result<void> rehang(const Document& doc, const Node& node, bool turns, NodeIndex space,
                    const edit::Context& context, Edits& out)
{
    bool left = false;
    for (std::size_t i = 0; i < doc.clips.size(); ++i) {
        const Track* track = doc.clips[i]->track(node.id);
        if (!track || track->empty()) continue;
        Document shown = doc;
        const bool active = doc.playback.clip == static_cast<int>(i);
        if (!active) {
            const Result<Document> other =
                edit::apply(doc, edit::SetActiveClip{doc.clips[i]->name}, context);
            if (!other) return other.error();
            shown = *other;
        }
        Result<edit::PutKeys> put =
            Rehung(shown, context, node.parent, space).keys(node, *track, turns);
        if (!put) return put.error();
        if (!active) out.emplace_back(edit::SetActiveClip{doc.clips[i]->name});
        if (active && left) out.emplace_back(edit::SetActiveClip{doc.clip().name});
        left = !active;
        out.emplace_back(*std::move(put));
    }
    const bool elsewhere = std::ranges::any_of(
        out, [](const edit::Edit& e) { return std::holds_alternative<edit::SetActiveClip>(e); });
    if (!elsewhere) return {};
    if (left) out.emplace_back(edit::SetActiveClip{doc.clip().name});
    out.emplace_back(edit::SetRange{doc.playback.start, doc.playback.end});
    if (doc.playback.preview)
        out.emplace_back(
            edit::SetPreviewRange{{{doc.playback.preview->min, doc.playback.preview->max}}});
    return {};
}

Result<Edits> targetSpace(const Document& doc, const TargetSpace& arguments,
                          const edit::Context& context)
{
    Edits out;
    Document now = doc;
    for (const ConstraintId target : arguments.targets) {
        const Result<Edits> edits = inSpace(now, target, arguments.space,
                                            arguments.frame.value_or(doc.playback.start), context);
        if (!edits) return edits.error();
        Result<Document> next = edit::applyEach(now, *edits, context);
        if (!next) return edit::refused(next.error().message, "/space", next.error().advice);
        now = *std::move(next);
        out.insert(out.end(), edits->begin(), edits->end());
    }
    return out;
}

Result<Edits> goAlong(const Document& doc, const GoAlong& arguments, const edit::Context& context)
{
    std::vector<Operation> each;
    for (const ConstraintId id : arguments.targets) {
        const NodeId body = bodyAbove(*doc.scene, findConstraint(*doc.rig, id)->root);
        if (arguments.along && body == NodeId::None) continue;
        const NodeId space = arguments.along ? body : NodeId::None;
        each.emplace_back(TargetSpace{{id}, space, arguments.frame});
    }
    return edits(doc, each, context);
}

}  // namespace

NodeId bodyAbove(const Scene& scene, NodeId root)
{
    const retarget::Figure figure = retarget::figureOf(scene);
    const NodeIndex limb = scene.find(root);
    std::vector<NodeIndex> trunk = figure.bones(Role::Hips);
    const auto& spine = figure.bones(Role::Spine);
    trunk.insert(trunk.end(), spine.begin(), spine.end());
    NodeId best = NodeId::None;
    for (const NodeIndex bone : trunk)
        if (scene.isAbove(bone, limb)) best = scene[bone].id;
    return best;
}

NodeId spaceAtFirst(const Document& doc, const Constraint& target, double frame,
                    const edit::Context& context)
{
    const Scene& scene = *doc.scene;
    const NodeIndex end = scene.find(target.effector);
    if (!target.reaches()) return NodeId::None;
    const NodeId body = bodyAbove(scene, target.root);
    if (body == NodeId::None) return NodeId::None;
    const retarget::Figure figure = retarget::figureOf(scene);
    if (!limbIsRecorded(doc, target, frame))
        return isHand(scene, figure, end) ? body : NodeId::None;
    if (isOnLeg(scene, figure, end)) return NodeId::None;
    const double leg = retarget::referencePoseOf(scene, figure, restPose(scene)).leg;
    return standsStill(doc, end, scene.find(body), leg, frame, context) ? NodeId::None : body;
}

Result<Edits> inSpace(const Document& doc, ConstraintId target, NodeId space, double frame,
                      const edit::Context& context)
{
    const Scene& scene = *doc.scene;
    const Constraint& constraint = *findConstraint(*doc.rig, target);
    const Node& node = scene[scene.find(constraint.target)];
    const NodeIndex to = scene.find(space);
    if (node.parent == to) return Edits{};
    if (constraint.meets() != NodeId::None)
        return edit::refused("a closed loop goes along with what it meets", "/targets");
    for (const Shared<Clip>& clip : doc.clips)
        for (const Shared<Layer>& layer : clip->layers)
            if (layer->track(node.id))
                return edit::refused("the layer \"" + layer->name + "\" moves \"" + node.name + '"',
                                     "/targets", "flatten the layers first");
    Edits out{edit::ReparentBone{node.id, space}};
    const NodeIndex row = scene.find(node.id);
    const auto here = placesOf(doc, std::array{row}, frame, context.memo);
    if (!here) return edit::refused(here.error().message, "/frame");
    WorldTransform above;
    if (to != kNoNode) {
        const auto place = placesOf(doc, std::array{to}, frame, context.memo);
        if (!place) return edit::refused(place.error().message, "/space");
        above = place->front().world;
    }
    const Result<Transform> rest = edit::relativeTo(above, here->front().world);
    if (!rest) return edit::refused(rest.error().message, "/space");
    edit::SetRest set;
    set.node = node.id;
    set.translation = rest->translation;
    set.rotation = rest->rotation;
    out.emplace_back(set);
    if (const auto done = rehang(doc, node, constraint.orientation, to, context, out); !done)
        return done.error();
    return out;
}

Row row(Of<TargetSpace>)
{
    using O = TargetSpace;
    return rowOf<O>("targetSpace", "targets go along with a node, or stay in the world",
                    targetSpace, edit::required("targets", &O::targets),
                    edit::optional("space", &O::space),
                    edit::optional("frame", &O::frame, edit::kFrame));
}

Row row(Of<GoAlong>)
{
    using O = GoAlong;
    return rowOf<O>("goAlong", "targets go along with the body above their limbs, or stay", goAlong,
                    edit::required("targets", &O::targets), edit::optional("along", &O::along),
                    edit::optional("frame", &O::frame, edit::kFrame));
}

}  // namespace posewright::operate

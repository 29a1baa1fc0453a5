#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "core/motion/layer.h"
#include "core/operate/grip.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>

namespace posewright::operate {

namespace {

/// A local placement; only the keyed channels are used.
struct LocalPlace {
    Vec3 translation = Vec3::Zero();
    Quat rotation = Quat::Identity();
};

LocalPlace localPlaceOf(const Transform& local)
{
    return {local.translation, local.rotation.normalized()};
}

LocalPlace blended(const LocalPlace& from, const LocalPlace& to, double amount)
{
    const Quat way = nearestSign(from.rotation.conjugate() * to.rotation, Quat::Identity());
    return {from.translation + amount * (to.translation - from.translation),
            (from.rotation * fromRotationVector(amount * rotationVector(way))).normalized()};
}

/// The pose between the keys before and after the frame; nullopt if either is missing.
std::optional<LocalPlace> fromKeys(const Document& doc, const Node& node,
                                   const BlendPose& arguments)
{
    const Track* track = doc.clip().track(node.id);
    if (!track) return std::nullopt;
    const std::vector<double> frames = keyFrames(*track);
    const auto first = std::ranges::lower_bound(frames, arguments.frame);
    const auto behind = std::ranges::upper_bound(frames, arguments.frame);
    const auto at = [&](double frame) {
        return localPlaceOf(sampleLaid(doc.clip(), node.id, node.rest, frame));
    };
    const bool hasBefore = first != frames.begin(), hasAfter = behind != frames.end();
    if (arguments.towards == Towards::Previous)
        return hasBefore ? std::optional(at(*(first - 1))) : std::nullopt;
    if (arguments.towards == Towards::Next)
        return hasAfter ? std::optional(at(*behind)) : std::nullopt;
    if (!hasBefore || !hasAfter) return std::nullopt;
    const double from = *(first - 1), to = *behind;
    return blended(at(from), at(to), (arguments.frame - from) / (to - from));
}

/// Where the target is when its limb is in the rest pose, in the target's space.
LocalPlace limbAtRest(const Document& doc, const Constraint& target, const Evaluation& shown)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(target.target);
    const std::vector<NodeIndex> limb =
        scene.path(scene.find(target.root), scene.find(target.effector));
    const auto placeOf = [&](NodeIndex node) {
        return node == kNoNode ? WorldTransform{} : shown.world[node];
    };
    WorldTransform end = placeOf(scene[limb.front()].parent);
    for (const NodeIndex joint : limb) {
        Transform local = scene[joint].rest;
        // The root of the figure stays where it stands.
        if (scene[joint].parent == kNoNode) local.translation = shown.local[joint].translation;
        end = end * local;
    }
    const WorldTransform above = placeOf(scene[row].parent);
    return {above.matrix().inverse() * end.position,
            (above.rotation.conjugate() * end.rotation).normalized()};
}

edit::Edit keyOfTarget(const Document& doc, const Constraint& target, double frame,
                       const Evaluation& shown, const LocalPlace& to)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(target.target);
    const NodeIndex parent = scene[row].parent;
    const WorldTransform above = parent == kNoNode ? WorldTransform{} : shown.world[parent];
    const Track* track = doc.clip().track(target.target);
    edit::SetTargetKey key;
    key.target = target.id;
    key.frame = frame;
    key.position = above.matrix() * to.translation;
    if (target.orientation || (track && !track->rotation->empty()))
        key.rotation = (above.rotation * to.rotation).normalized();
    key.keepMotion = true;
    return key;
}

edit::Edit keyOfJoint(const Document& doc, NodeId node, double frame, bool pole,
                      const LocalPlace& to)
{
    const Track* track = doc.clip().track(node);
    edit::SetJointKey key;
    key.joint = node;
    key.frame = frame;
    if (pole || (track && !track->translation[0]->empty())) key.translation = to.translation;
    if (!pole) key.rotation = to.rotation;
    key.keepMotion = true;
    return key;
}

Result<Edits> blendPose(const Document& doc, const BlendPose& arguments,
                        const edit::Context& context)
{
    const double frame = arguments.frame;
    const Scene& scene = *doc.scene;
    const Evaluation shown = evaluate(*prepare(doc, context.memo), frame);
    Edits edits;
    for (const NodeId id : arguments.nodes) {
        const Grip grip = gripOf(doc, shown, id);
        if (grip == Grip::None || grip == Grip::Held || grip == Grip::Bend || grip == Grip::Prop)
            continue;
        const Node& node = scene[scene.find(id)];
        const Constraint* target = constraintOfTarget(*doc.rig, id);
        std::optional<LocalPlace> to;
        if (arguments.towards != Towards::Rest)
            to = fromKeys(doc, node, arguments);
        else
            to = target ? limbAtRest(doc, *target, shown) : localPlaceOf(node.rest);
        if (!to) continue;
        // Resetting a figure to its rest pose does not move it.
        LocalPlace now = localPlaceOf(shown.local[scene.find(id)]);
        if (arguments.towards == Towards::Rest && grip == Grip::Root)
            to->translation = now.translation;
        const LocalPlace then = blended(now, *to, arguments.amount);
        edits.push_back(target ? keyOfTarget(doc, *target, frame, shown, then)
                               : keyOfJoint(doc, id, frame, grip == Grip::Pole, then));
    }
    if (edits.empty() && !arguments.nodes.empty())
        return edit::refused(arguments.towards == Towards::Rest
                                 ? "none of them can be posed by itself at this frame"
                                 : "none of them has keys there to go by",
                             "/nodes");
    return edits;
}

}  // namespace

std::span<const Word<Towards>> words(Towards)
{
    static const Word<Towards> kWords[] = {{Towards::Previous, "previous"},
                                           {Towards::Next, "next"},
                                           {Towards::Between, "between"},
                                           {Towards::Rest, "rest"}};
    return kWords;
}

Row row(Of<BlendPose>)
{
    using O = BlendPose;
    return rowOf<O>("blendPose",
                    "nodes keyed part of the way to the keys beside, between them, or to rest",
                    blendPose, edit::required("nodes", &O::nodes),
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::optional("towards", &O::towards), edit::optional("amount", &O::amount));
}

}  // namespace posewright::operate

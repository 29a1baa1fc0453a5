#include "core/edit/change.h"
#include "core/edit/keep_motion.h"
#include "core/edit/mirror.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/grip.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>

namespace posewright::operate {

namespace {

using edit::partnerOf;

/// A pose and the rest pose. Rigs differ in the axes of their bones, so each bone's rotation away
/// from its rest is mirrored, in the world.
struct MirroredPose {
    const Scene& scene;
    const Evaluation& shown;
    std::vector<WorldTransform> rest = edit::restWorld(scene);

    /// World rotation of a node that mirrors `from`. `restOf` and `restOfFrom` are nodes with
    /// mirrored rest rotations.
    Quat rotation(NodeIndex from, NodeIndex restOfFrom, NodeIndex restOf) const
    {
        const Quat turned = shown.world[from].rotation * rest[restOfFrom].rotation.conjugate();
        return (edit::mirrored(turned) * rest[restOf].rotation).normalized();
    }
};

bool isKeyed(const Document& doc, NodeIndex row)
{
    return doc.clip().track((*doc.scene)[row].id) != nullptr;
}

/// A joint not moved by a target mirrors its partner's rotation, and its translation if that is
/// keyed. `turned`: world rotations of the mirrored pose, one per node.
edit::SetJointKey mirroredJoint(const Document& doc, const MirroredPose& pose,
                                const std::vector<Quat>& turned, NodeIndex row, double frame)
{
    const Scene& scene = *doc.scene;
    const NodeIndex parent = scene[row].parent, partner = partnerOf(scene, row);
    edit::SetJointKey key;
    key.joint = scene[row].id;
    key.frame = frame;
    key.rotation =
        parent == kNoNode ? turned[row] : (turned[parent].conjugate() * turned[row]).normalized();
    const Track* track = doc.clip().track(scene[partner].id);
    const bool placed = track && !track->translation[0]->empty();
    const bool top = parent == kNoNode || !scene[parent].bone();
    if (placed && top) {
        const Vec3 place = edit::mirrored(pose.shown.world[partner].position);
        key.translation =
            parent == kNoNode ? place : Vec3(pose.shown.world[parent].matrix().inverse() * place);
    }
    return key;
}

edit::SetTargetKey mirroredTarget(const Scene& scene, const Rig& rig, const MirroredPose& pose,
                                  const Constraint& target, double frame)
{
    const NodeIndex row = scene.find(target.target), partner = partnerOf(scene, row);
    const Constraint* other = constraintOfTarget(rig, scene[partner].id);
    edit::SetTargetKey key;
    key.target = target.id;
    key.frame = frame;
    key.position = edit::mirrored(pose.shown.world[partner].position);
    if (target.orientation && other)
        key.rotation =
            pose.rotation(partner, scene.find(other->effector), scene.find(target.effector));
    return key;
}

/// The mirrored bend of the partner's limb, if any of its keys stores one.
std::optional<edit::HintData> mirroredBend(const Document& doc, const MirroredPose& pose,
                                           const Constraint& target, double frame,
                                           const edit::Context& context)
{
    const Scene& scene = *doc.scene;
    const NodeIndex partner = partnerOf(scene, scene.find(target.target));
    const Constraint* other = constraintOfTarget(*doc.rig, scene[partner].id);
    const Track* track = doc.clip().track(scene[partner].id);
    const auto says = [](const KeyHint& hint) { return !hint.follows(); };
    if (!other || !track || std::ranges::none_of(track->hints, says)) return std::nullopt;
    const auto bend = edit::shownBend(doc, *other, frame, context);
    if (!bend || !*bend) return std::nullopt;
    return edit::HintData{target.target, edit::mirrored(scene, pose.rest, **bend)};
}

Result<Edits> mirrorPose(const Document& doc, const MirrorPose& arguments,
                         const edit::Context& context)
{
    const double frame = arguments.frame;
    const Scene& scene = *doc.scene;
    const Evaluation shown = evaluate(*prepare(doc, context.memo), frame);
    const MirroredPose pose{scene, shown};
    std::vector<Quat> turned;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const NodeIndex partner = partnerOf(scene, row);
        turned.push_back(scene[row].bone() ? pose.rotation(partner, partner, row)
                                           : shown.world[row].rotation);
    }
    Edits edits;
    std::vector<edit::HintData> bends;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const NodeIndex partner = partnerOf(scene, row);
        if (!isKeyed(doc, row) && !isKeyed(doc, partner)) continue;
        switch (gripOf(doc, shown, scene[row].id)) {
        case Grip::Root:
        case Grip::Joint: edits.emplace_back(mirroredJoint(doc, pose, turned, row, frame)); break;
        case Grip::Target: {
            const Constraint& target = *constraintOfTarget(*doc.rig, scene[row].id);
            edits.emplace_back(mirroredTarget(scene, *doc.rig, pose, target, frame));
            if (auto bend = mirroredBend(doc, pose, target, frame, context))
                bends.push_back(*std::move(bend));
            break;
        }
        case Grip::Pole: {
            const NodeIndex parent = scene[row].parent;
            const Vec3 place = edit::mirrored(shown.world[partner].position);
            edit::SetJointKey key;
            key.joint = scene[row].id;
            key.frame = frame;
            key.translation =
                parent == kNoNode ? place : Vec3(shown.world[parent].matrix().inverse() * place);
            edits.emplace_back(key);
            break;
        }
        case Grip::Bend:
        case Grip::Held:
        case Grip::Prop:
        case Grip::None: break;
        }
    }
    if (!bends.empty()) edits.emplace_back(edit::PutKeys{{}, std::move(bends)});
    return edits;
}

}  // namespace

Row row(Of<MirrorPose>)
{
    return rowOf<MirrorPose>("mirrorPose",
                             "the pose of a frame becomes its mirror image, left for right",
                             mirrorPose, edit::required("frame", &MirrorPose::frame, edit::kFrame));
}

}  // namespace posewright::operate

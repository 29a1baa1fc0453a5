#include "core/evaluate/evaluate.h"
#include "core/evaluate/places.h"
#include "core/math/rotation.h"
#include "core/motion/layer.h"
#include "core/operate/dense_key.h"
#include "core/operate/grip.h"
#include "core/operate/keys/key_layer.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kSamePlace = 1e-9;  ///< [m], [rad]

/// Poles are keyed by place, joints by rotation. Props and joints with keyed translation are also
/// keyed by place.
edit::SetJointKey keyOfJoint(const Document& doc, NodeId node, const Evaluation& shown)
{
    const Transform& local = shown.local[doc.scene->find(node)];
    edit::SetJointKey key;
    key.joint = node;
    key.frame = shown.frame;
    key.keepMotion = true;
    const Track* track = doc.clip().track(node);
    const bool moves = track && !track->translation[0]->empty();
    const bool pole = isPole(*doc.rig, node);
    if (pole || moves || gripOf(doc, shown, node) == Grip::Prop)
        key.translation = local.translation;
    if (!pole) key.rotation = local.rotation.normalized();
    return key;
}

/// Keys the morphs that have keys or are not zero; all of them if there are none.
void keyMorphs(const Document& doc, const Node& mesh, const Evaluation& shown, Edits& edits)
{
    const std::span<const double> weights = weightsOf(shown.morphs, mesh.id, {});
    const Track* track = doc.clip().track(mesh.id);
    const auto plays = [&](std::size_t row) {
        const bool keyed = track && row < track->morphs.size() && !track->morphs[row]->empty();
        return keyed || weights[row] != 0;
    };
    bool any = false;
    for (std::size_t row = 0; row < weights.size(); ++row) any = any || plays(row);
    const Mesh& shape = *std::get<MeshPart>(mesh.part).mesh;
    for (std::size_t row = 0; row < weights.size(); ++row)
        if (!any || plays(row))
            edits.emplace_back(
                edit::SetMorphKey{mesh.id, morphName(shape, row), shown.frame, weights[row], {}});
}

/// The pose at a frame, evaluated on first use.
class ShownPose {
public:
    ShownPose(const Document& doc, double frame, std::shared_ptr<KeyMemo> memo) :
        doc_(doc), frame_(frame), memo_(std::move(memo))
    {
    }
    double frame() const { return frame_; }
    const Evaluation& operator*()
    {
        if (!shown_) shown_ = evaluate(*prepare(doc_, memo_), frame_);
        return *shown_;
    }

private:
    const Document& doc_;
    double frame_;
    std::shared_ptr<KeyMemo> memo_;
    std::optional<Evaluation> shown_;
};

/// At a border of a contact without a fade: where the contact keeps the target, if the target's
/// keys differ. Otherwise the limb would pop at the border.
std::optional<WorldTransform> endOfContact(const Document& doc, const Constraint& constraint,
                                           ShownPose& pose)
{
    const Span* span = spanAt(doc.clip().spanRow(constraint.id), pose.frame());
    if (!span) return std::nullopt;
    const bool begins = span->start == pose.frame() && span->in == 0;
    const bool ends = span->end == pose.frame() && span->out == 0;
    if (!begins && !ends) return std::nullopt;
    std::optional<WorldTransform> kept = keptPlace(doc, constraint, *pose);
    if (!kept) return std::nullopt;
    const WorldTransform& keyed = (*pose).world[doc.scene->find(constraint.target)];
    const bool same = (kept->position - keyed.position).norm() < kSamePlace &&
                      angleBetween(kept->rotation, keyed.rotation) < kSamePlace;
    return same ? std::nullopt : kept;
}

/// Keys the target where it stands, or at a border of a contact, where the contact keeps it.
edit::SetTargetKey keyOfTarget(const Document& doc, const Constraint& constraint, ShownPose& pose)
{
    edit::SetTargetKey key;
    key.target = constraint.id;
    key.frame = pose.frame();
    if (const std::optional<WorldTransform> kept = endOfContact(doc, constraint, pose)) {
        key.position = kept->position;
        if (constraint.orientation) key.rotation = kept->rotation;
    } else {
        key.keepMotion = true;
    }
    return key;
}

Result<Edits> keyPose(const Document& doc, const KeyPose& arguments, const edit::Context& context)
{
    const double frame = arguments.frame;
    ShownPose pose(doc, frame, context.memo);
    Edits edits;
    for (const NodeId node : arguments.nodes) {
        if (const Constraint* c = constraintOfTarget(*doc.rig, node)) {
            edits.emplace_back(keyOfTarget(doc, *c, pose));
            continue;
        }
        if (const auto layer = layerFor(doc, node, frame); layer && !layer->empty()) {
            const int row = findLayer(doc.clip(), *layer);
            edits.emplace_back(offsetKey(*doc.clip().layers[row], node, frame));
            continue;
        }
        if (const Node& mesh = (*doc.scene)[doc.scene->find(node)]; hasMorphs(mesh)) {
            keyMorphs(doc, mesh, *pose, edits);
            if (gripOf(doc, *pose, node) != Grip::Prop) continue;
        }
        edits.emplace_back(keyOfJoint(doc, node, *pose));
    }
    return edits;
}

Result<Edits> matchTargets(const Document& doc, const MatchTargets& arguments,
                           const edit::Context& context)
{
    const Evaluation shown = evaluate(*prepare(doc, context.memo), arguments.frame);
    Edits edits;
    for (const ConstraintId id : arguments.targets) {
        const Constraint& target = *findConstraint(*doc.rig, id);
        const WorldTransform& effector = shown.world[doc.scene->find(target.effector)];
        edit::SetTargetKey key;
        key.target = id;
        key.frame = arguments.frame;
        key.position = effector.position;
        if (target.orientation) key.rotation = effector.rotation;
        edits.emplace_back(key);
    }
    return edits;
}

}  // namespace

Row row(Of<KeyPose>)
{
    using O = KeyPose;
    return rowOf<O>(
        "keyPose",
        "nodes of any kind are keyed where they are shown, joints of recorded motion on "
        "the layer that acts",
        keyPose, edit::required("nodes", &O::nodes),
        edit::required("frame", &O::frame, edit::kFrame));
}

Row row(Of<MatchTargets>)
{
    using O = MatchTargets;
    return rowOf<O>("matchTargets", "targets are keyed where their limbs are", matchTargets,
                    edit::required("targets", &O::targets),
                    edit::required("frame", &O::frame, edit::kFrame));
}

}  // namespace posewright::operate

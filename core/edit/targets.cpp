#include "core/edit/targets.h"

#include "core/edit/asked_kind.h"
#include "core/edit/described.h"
#include "core/edit/fit_target.h"
#include "core/edit/track_keys.h"
#include "core/edit/without_nodes.h"
#include "core/evaluate/bake.h"
#include "core/evaluate/places.h"
#include "core/ik/solver.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace posewright::edit {

namespace {

/// Distance from the joint to the target of a new aim: well beyond the bone's tip, but near enough
/// to be seen together with the figure. [m]
double sightOf(const Scene& scene, NodeIndex effector)
{
    const BonePart* bone = scene[effector].bone();
    const double sight = std::max(0.25 * extent(scene), bone ? 2 * bone->tip.norm() : 0.0);
    return sight > 0 ? sight : 1;
}

Result<void> checkChain(const Scene& scene, const AddTarget& edit, const ConstraintKind& kind)
{
    const NodeIndex effector = scene.find(edit.effector);
    const NodeIndex root = scene.find(edit.root);
    if (!makesChain(scene, kind, root, effector))
        return refused('"' + scene[root].name + "\" is not above \"" + scene[effector].name + '"',
                       "/root", "choose a joint that the effector hangs below");
    const auto fault = otherJointFault(
        kind, edit.effector, [](NodeId) { return true; },
        [&](NodeId joint) { return scene.isAbove(root, scene.find(joint)); });
    return fault.empty() ? Result<void>{} : refused(std::string(fault), "/meets");
}

}  // namespace

Result<Document> make(Document doc, const AddTarget& edit, const Context& context)
{
    if (const Result<void> name = checkName(doc, edit.name); !name) return name.error();
    const Scene& scene = *doc.scene;
    const NodeIndex effector = scene.find(edit.effector);
    const Result<ConstraintKind> kind = kindAsked(scene, edit);
    if (!kind) return kind.error();
    if (const Result<void> chain = checkChain(scene, edit, *kind); !chain) return chain.error();
    const NodeIndex meets = scene.find(edit.meets.value_or(edit.root));
    const Result<std::vector<Place>> pose = placesOf(
        doc, std::array{effector, meets}, edit.frame.value_or(doc.playback.start), context.memo);
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
    if (!constraint.arrives())
        node.rest.translation = pointFor(
            *kind, {shown.position, shown.rotation, Vec3::UnitZ(), sightOf(scene, effector)});
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
    if (edit.fit) return fitted(*before, *grown, constraint.id, *edit.fit, "/fit", context);
    return grown;
}

namespace {

/// Bakes the constraint's effect on its chain, in every clip where it acts.
Result<void> keepMotion(Document& doc, const Constraint& constraint, const Context& context)
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
        // Baked keys include the layers' offsets, so these joints lose theirs.
        std::vector<NodeId> joints;
        for (const NodeIndex row : jointsOf(scene, constraint)) joints.push_back(scene[row].id);
        doc.clips[i] =
            doc.clips[i].with([&](Clip& clip) { makeBaseOf(clip, joints, restsOf(scene)); });
        shown.clips[i] = doc.clips[i];
        BakeOptions options;
        options.start = acting->min;
        options.end = acting->max;
        options.jobs = context.jobs;
        if (context.progress)
            options.progress = [&context, done = double(i) / clips, clips](double share) {
                return context.progress(done + share / clips);
            };
        const Result<Clip> baked = bakedClip(*prepare(shown, context.memo), options);
        if (!baked)
            return baked.error().kind == ErrorKind::Cancelled
                       ? baked.error()
                       : refused(baked.error().message, "/keepPose");
        doc.clips[i] = doc.clips[i].with([&](Clip& clip) {
            for (const NodeId joint : joints)
                if (const Track* track = baked->track(joint)) setTrack(clip, *track);
        });
    }
    return {};
}

}  // namespace

Result<Document> make(const Document& doc, const RemoveTarget& edit, const Context& context)
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
        const Result<void> kept = keepMotion(out, gone, context);
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
    // A node with another use stays.
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
    if (std::optional<Error> fault = numberFault(edit)) return *std::move(fault);
    changeRig(doc, [&](Rig& rig) {
        for (Constraint& c : rig.constraints) {
            if (c.id != edit.target) continue;
            takeNumbers(edit, c.kind);
            take(edit, c);
        }
    });
    return doc;
}

}  // namespace posewright::edit

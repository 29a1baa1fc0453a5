#include "core/operate/new_targets.h"

#include "core/edit/asked_kind.h"
#include "core/edit/change.h"
#include "core/evaluate/places.h"
#include "core/operate/limbs.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"
#include "core/operate/target_space.h"
#include "core/retarget/figure.h"
#include "core/retarget/role.h"

#include <algorithm>
#include <array>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kPoleAway = 0.75;  ///< of the limb's length, off the joint that bends

bool isOfBody(const Scene& scene, NodeIndex bone)
{
    const retarget::Figure figure = retarget::figureOf(scene);
    return std::ranges::any_of(retarget::allRoles(), [&](retarget::Role role) {
        return std::ranges::count(figure.bones(role), bone) > 0;
    });
}

/// The root of the limb for a hand or foot; for a finger, and for what a hand holds, that of the
/// arm. For a line of bones that is part of no body, such as a tail or a robot's arm, that of the
/// whole line, unless it may be an arm below a collar bone. Else the bone two above.
/// @param atTip  the effector is at the tip of the last bone, so that the line is whole
NodeId rootOfLimb(const Scene& scene, NodeIndex effector, bool atTip)
{
    constexpr std::size_t kArm = 4;  // joints: collar bone, shoulder, elbow, wrist
    if (const NodeIndex arm = armAbove(scene, retarget::figureOf(scene), effector); arm != kNoNode)
        return scene[arm].id;
    const NodeIndex end = limbEnd(scene, effector);
    const NodeIndex line = lineRoot(scene, end);
    const bool whole = atTip || scene.path(line, end).size() > kArm;
    if (whole && !isOfBody(scene, line) && !isOfBody(scene, end)) return scene[line].id;
    const NodeIndex root = limbRoot(scene, retarget::figureOf(scene), end);
    return scene[root == kNoNode ? end : root].id;
}

bool isEffector(const Document& doc, NodeId bone)
{
    const std::vector<Constraint>& all = doc.rig->constraints;
    return std::any_of(all.begin(), all.end(),
                       [bone](const Constraint& c) { return c.effector == bone; });
}

/// Does the bone occur earlier in the list?
bool isRepeat(const std::vector<NodeId>& bones, std::size_t at)
{
    const auto here = bones.begin() + static_cast<std::ptrdiff_t>(at);
    return std::find(bones.begin(), here, *here) != here;
}

Error noBone(std::size_t at)
{
    return edit::refused("it is no bone", "/bones/" + std::to_string(at));
}

/// A new target on a bone, named after it.
edit::AddTarget targetOn(const Scene& scene, NodeIndex bone, const char* word,
                         std::optional<double> frame)
{
    edit::AddTarget add;
    add.effector = scene[bone].id;
    add.name = uniqueName(scene, scene[bone].name + word);
    add.frame = frame;
    return add;
}

std::string endName(const Scene& scene, NodeIndex bone)
{
    return scene[bone].name + "_end";
}

bool isLastBone(const Scene& scene, NodeIndex bone)
{
    return std::ranges::none_of(
        scene.nodes(), [bone](const Node& node) { return node.parent == bone && node.bone(); });
}

/// Does the limb end at this bone's joint, as an arm does at the wrist? A finger ends at its tip.
bool endsLimb(const Scene& scene, NodeIndex bone)
{
    using retarget::Role;
    constexpr std::array kAboveTheEnd{Role::LeftShoulder,  Role::RightShoulder, Role::LeftUpperArm,
                                      Role::RightUpperArm, Role::LeftLowerArm,  Role::RightLowerArm,
                                      Role::LeftUpperLeg,  Role::RightUpperLeg, Role::LeftLowerLeg,
                                      Role::RightLowerLeg};
    const retarget::Figure figure = retarget::figureOf(scene);
    return std::ranges::any_of(retarget::allRoles(), [&](Role role) {
        return std::ranges::count(figure.bones(role), bone) > 0 && !retarget::isFinger(role) &&
               std::ranges::count(kAboveTheEnd, role) == 0;
    });
}

/// May a target pull at the bone's tip? Not if the bone has keys: captured skeletons get no new
/// joints.
bool mayEndAtTip(const Document& doc, NodeIndex bone)
{
    const Scene& scene = *doc.scene;
    const BonePart& part = *scene[bone].bone();
    const NodeIndex parent = scene[bone].parent;
    return part.tipGiven && !part.tip.isZero() && parent != kNoNode && scene[parent].bone() &&
           !doc.clip().track(scene[bone].id) && !endsLimb(scene, bone);
}

/// Is it a limb of one bone, as the hand of a toy that hangs on its trunk? What is above it carries
/// other limbs, too, and must not turn for this one.
bool isLimbAlone(const Scene& scene, NodeIndex bone)
{
    using retarget::Role;
    const NodeIndex trunk = scene[bone].parent;
    if (trunk == kNoNode || !scene[trunk].bone() || !isLastBone(scene, bone)) return false;
    const auto isBelow = [&](const Node& node) { return node.parent == trunk && node.bone(); };
    if (std::ranges::count_if(scene.nodes(), isBelow) < 2) return false;
    const retarget::Figure figure = retarget::figureOf(scene);
    if (armAbove(scene, figure, bone) != kNoNode) return false;
    for (const auto& [end, above] : {std::pair(Role::LeftHand, Role::LeftLowerArm),
                                     std::pair(Role::RightHand, Role::RightLowerArm),
                                     std::pair(Role::LeftFoot, Role::LeftLowerLeg),
                                     std::pair(Role::RightFoot, Role::RightLowerLeg)})
        if (figure.first(end) == bone) return !figure.has(above);
    return !isOfBody(scene, bone);
}

Error noLimb(const Scene& scene, NodeIndex bone)
{
    return edit::refused(
        '"' + scene[bone].name + "\" has no bone above it that could bring it to a target",
        "/bones", "drag it to move the figure, or choose a bone at the end of a limb");
}

/// The edits that `make(bone)` returns, once per bone.
template <class Make>
Result<Edits> forEachBone(const Document& doc, const std::vector<NodeId>& bones, Make make)
{
    Edits edits;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const NodeIndex row = doc.scene->find(bones[i]);
        if (!(*doc.scene)[row].bone()) return noBone(i);
        if (isRepeat(bones, i)) continue;
        const Result<std::optional<edit::AddTarget>> add = make(row);
        if (!add) return add.error();
        if (*add) edits.emplace_back(**add);
    }
    return edits;
}

Result<Edits> newTargets(const Document& doc, const NewTargets& arguments,
                         const edit::Context& context)
{
    Document now = doc;
    Edits ends;
    const auto make = [&](NodeIndex row) -> Result<std::optional<edit::AddTarget>> {
        // Joints that were added may have put the rows in another order.
        const NodeId id = (*doc.scene)[row].id;
        const Result<NodeIndex> bone =
            arguments.tips ? tipJoint(now, now.scene->find(id), ends) : now.scene->find(id);
        const NodeIndex picked = now.scene->find(id);
        if (!bone) return bone.error();
        const Scene& scene = *now.scene;
        if (isEffector(doc, scene[*bone].id)) return std::optional<edit::AddTarget>();
        edit::AddTarget add = targetOn(scene, *bone, " target", arguments.frame);
        add.name = uniqueName(scene, scene[picked].name + " target");
        add.root = rootOfLimb(scene, *bone, *bone != picked);
        if (arguments.kind.empty() && *bone == picked && isLimbAlone(scene, picked)) {
            add.root = add.effector;
            add.aim = true;
        }
        if (add.root == add.effector && !add.aim) return noLimb(scene, *bone);
        if (!arguments.kind.empty() && !edit::askFor(arguments.kind, add))
            return edit::refused("there is no kind of target \"" + arguments.kind + '"', "/kind");
        return std::optional(add);
    };
    Result<Edits> targets = forEachBone(doc, arguments.bones, make);
    if (!targets) return targets;
    targets->insert(targets->begin(), ends.begin(), ends.end());
    return withSpaces(doc, *std::move(targets), arguments.along,
                      arguments.frame.value_or(doc.playback.start), context);
}

Result<Edits> newPoles(const Document& doc, const NewPoles& arguments, const edit::Context& context)
{
    const Scene& scene = *doc.scene;
    Edits edits;
    for (const ConstraintId id : arguments.targets) {
        const Constraint& target = *findConstraint(*doc.rig, id);
        if (target.pole != NodeId::None) continue;
        edit::AddPole add;
        add.target = id;
        // A chain of one bone does not bend, and the edit says so.
        if (scene.path(scene.find(target.root), scene.find(target.effector)).size() > 2) {
            const Result<Vec3> place = edit::polePlaceAt(
                doc, target, arguments.frame.value_or(doc.playback.start), context, kPoleAway);
            if (!place) return place.error();
            add.position = *place;
        }
        edits.emplace_back(add);
    }
    return edits;
}

/// Edits for targets whose limbs hang below a joint and that go along with this joint or one below
/// it, which could not be solved before them: they go along with the body above the joint.
Result<Edits> hungAbove(const Document& doc, NodeIndex root, double frame,
                        const edit::Context& context)
{
    Edits out;
    Document now = doc;
    for (const Constraint& c : doc.rig->constraints) {
        const Scene& scene = *now.scene;
        const NodeIndex top = scene.find((*doc.scene)[root].id), row = scene.find(c.target);
        const bool limb = scene.isAbove(top, scene.find(c.root));
        if (c.meets() != NodeId::None || !limb || !scene.isAbove(top, row)) continue;
        Result<Edits> freed = inSpace(now, c.id, bodyAbove(scene, scene[top].id), frame, context);
        if (!freed) return freed;
        Result<Document> next = edit::applyEach(now, *freed, context);
        if (!next) return next.error();
        now = *std::move(next);
        out.insert(out.end(), freed->begin(), freed->end());
    }
    return out;
}

Result<Edits> closeLoop(const Document& doc, const CloseLoop& arguments,
                        const edit::Context& context)
{
    const Scene& scene = *doc.scene;
    const std::vector<NodeIndex> bones = bonesMeant(doc, arguments.nodes);
    if (bones.size() != 2)
        return edit::refused("they are not two bones, or the targets of two", "/nodes");
    const NodeIndex root = aboveBoth(scene, bones[0], bones[1]);
    if (root == kNoNode) return edit::refused("no bone is above both of them", "/nodes");
    edit::AddTarget add = targetOn(scene, bones[0], " loop", arguments.frame);
    add.meets = scene[bones[1]].id;
    add.root = scene[root].id;
    Result<Edits> edits =
        hungAbove(doc, root, arguments.frame.value_or(doc.playback.start), context);
    if (edits) edits->emplace_back(add);
    return edits;
}

}  // namespace

Result<Edits> withSpaces(const Document& doc, Edits edits, std::optional<bool> along, double frame,
                         const edit::Context& context)
{
    if (!along.value_or(true)) return edits;
    edit::Context quiet = context;  // each edit would tell its own progress
    quiet.progress = {};
    Result<Document> now = edit::applyEach(doc, edits, quiet);
    if (!now) return now.error();
    const auto before = doc.rig->constraints.size();
    for (std::size_t i = before; i < now->rig->constraints.size(); ++i) {
        const Constraint added = now->rig->constraints[i];
        const NodeId space =
            along ? bodyAbove(*now->scene, added.root) : spaceAtFirst(*now, added, frame, quiet);
        const Result<Edits> hung = inSpace(*now, added.id, space, frame, quiet);
        if (!hung) return hung.error();
        Result<Document> next = edit::applyEach(*now, *hung, quiet);
        // If the body's motion depends on this limb, the target stays in the world.
        if (!next) continue;
        now = std::move(next);
        edits.insert(edits.end(), hung->begin(), hung->end());
    }
    return edits;
}

Result<Edits> newAimEdits(const Document& doc, const NewAims& arguments)
{
    const auto make = [&](NodeIndex bone) -> std::optional<edit::AddTarget> {
        edit::AddTarget add = targetOn(*doc.scene, bone, " aim", arguments.frame);
        add.root = add.effector;
        add.aim = true;
        return add;
    };
    return forEachBone(doc, arguments.bones, make);
}

std::vector<NodeIndex> bonesMeant(const Document& doc, const std::vector<NodeId>& nodes)
{
    std::vector<NodeIndex> bones;
    for (const NodeId node : nodes) {
        const Constraint* target = constraintOfTarget(*doc.rig, node);
        const NodeIndex row = doc.scene->find(target ? target->effector : node);
        if (row == kNoNode || !(*doc.scene)[row].bone()) continue;
        if (std::find(bones.begin(), bones.end(), row) == bones.end()) bones.push_back(row);
    }
    return bones;
}

NodeIndex aboveBoth(const Scene& scene, NodeIndex a, NodeIndex b)
{
    for (NodeIndex row = scene[a].parent; row != kNoNode; row = scene[row].parent)
        if (scene[row].bone() && scene.isAbove(row, b)) return row;
    return kNoNode;
}

Result<NodeIndex> tipJoint(Document& now, NodeIndex bone, Edits& edits)
{
    constexpr double kStub = 0.1;  // share of the bone's length
    const Scene& scene = *now.scene;
    if (const NodeIndex tip = fingertip(scene, retarget::figureOf(scene), bone); tip != kNoNode)
        return tip;
    if (!mayEndAtTip(now, bone)) return bone;
    if (!isLastBone(scene, bone)) return pulledAt(scene, bone);
    const Vec3& tip = scene[bone].bone()->tip;
    const WorldTransform at = restPlacesOf(scene, {&bone, 1}).front().world;
    edit::AddBone end;
    end.name = uniqueName(scene, endName(scene, bone));
    end.parent = scene[bone].id;
    end.head = at * tip;
    end.tail = at * Vec3(tip * (1 + kStub));
    Result<Document> made = edit::apply(now, end);
    if (!made) return made.error();
    now = *std::move(made);
    edits.emplace_back(end);
    return now.scene->find(std::string_view(end.name));
}

NodeIndex pulledAt(const Scene& scene, NodeIndex bone)
{
    const auto end = std::ranges::find_if(scene.nodes(), [&](const Node& node) {
        return node.parent == bone && node.bone() && node.name.starts_with(endName(scene, bone));
    });
    if (end != scene.nodes().end()) return scene.find(end->id);
    const NodeIndex tip = fingertip(scene, retarget::figureOf(scene), bone);
    return tip == kNoNode ? bone : tip;
}

Row row(Of<NewTargets>)
{
    using O = NewTargets;
    return rowOf<O>("newTargets", "a target on each bone that has none, for the limb above it",
                    newTargets, edit::required("bones", &O::bones),
                    edit::optional("frame", &O::frame, edit::kFrame),
                    edit::optional("tips", &O::tips), edit::optional("along", &O::along),
                    edit::optional("kind", &O::kind));
}

Row row(Of<NewPoles>)
{
    return rowOf<NewPoles>("newPoles", "a pole for each target that has none", newPoles,
                           edit::required("targets", &NewPoles::targets),
                           edit::optional("frame", &NewPoles::frame, edit::kFrame));
}

Row row(Of<CloseLoop>)
{
    using O = CloseLoop;
    return rowOf<O>("closeLoop", "a target that brings two bones together", closeLoop,
                    edit::required("nodes", &O::nodes),
                    edit::optional("frame", &O::frame, edit::kFrame));
}

}  // namespace posewright::operate

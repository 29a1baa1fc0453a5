#include "core/operate/grip.h"

#include <algorithm>

namespace posewright::operate {

namespace {

/// Whether the constraint currently acts on its limb.
bool acts(const Document& doc, const Evaluation& evaluation, const Constraint& constraint)
{
    const auto row = static_cast<std::size_t>(&constraint - doc.rig->constraints.data());
    return row < evaluation.targets.size() &&
           evaluation.targets[row].status != ik::Status::Inactive;
}

}  // namespace

const Constraint* ownerOf(const Document& doc, const Evaluation& evaluation, NodeIndex bone)
{
    const Scene& scene = *doc.scene;
    for (const Constraint& constraint : doc.rig->constraints) {
        if (!acts(doc, evaluation, constraint)) continue;
        const NodeIndex effector = scene.find(constraint.effector);
        // The effector's own rotation does not move it, so the animator keeps it unless the target
        // controls the orientation.
        if (bone == effector && !constraint.orientation) continue;
        const std::vector<NodeIndex> chain = scene.path(scene.find(constraint.root), effector);
        if (std::find(chain.begin(), chain.end(), bone) != chain.end()) return &constraint;
    }
    return nullptr;
}

const Constraint* actingOn(const Document& doc, const Evaluation& evaluation, NodeId effector)
{
    for (const Constraint& constraint : doc.rig->constraints)
        if (constraint.effector == effector && acts(doc, evaluation, constraint))
            return &constraint;
    return nullptr;
}

NodeIndex bentBy(const Document& doc, const Evaluation& evaluation, const Constraint& owner,
                 NodeIndex bone)
{
    constexpr double kStraight = 1e-3;  ///< share of the distance to the effector
    const Scene& scene = *doc.scene;
    const std::vector<NodeIndex> limb =
        scene.path(scene.find(owner.root), scene.find(owner.effector));
    const bool poled = owner.pole != NodeId::None && doc.clip().track(owner.pole);
    if (limb.size() < 3 || poled || !owner.reaches()) return kNoNode;
    const auto at = std::ranges::find(limb, bone);
    if (at == limb.end() || bone == limb.back()) return kNoNode;
    const NodeIndex joint = at == limb.begin() ? limb[1] : bone;
    const Vec3 root = evaluation.world[limb.front()].position;
    const Vec3 way = evaluation.world[limb.back()].position - root;
    const Vec3 away = evaluation.world[joint].position - root;
    return away.cross(way).norm() > kStraight * way.squaredNorm() ? joint : kNoNode;
}

bool isPole(const Rig& rig, NodeId node)
{
    return std::ranges::any_of(rig.constraints,
                               [node](const Constraint& c) { return c.pole == node; });
}

bool isProp(const Document& doc, NodeId node)
{
    const NodeIndex row = doc.scene->find(node);
    if (row == kNoNode || (*doc.scene)[row].bone()) return false;
    const auto* mesh = std::get_if<MeshPart>(&(*doc.scene)[row].part);
    return !(mesh && mesh->skin >= 0) && !constraintOfTarget(*doc.rig, node) &&
           !isPole(*doc.rig, node);
}

bool isPlaceKeyed(const Document& doc, NodeId node)
{
    const auto places = [](const Track* track) {
        return track &&
               (hasKeys(track->translation) || !track->rotation->empty() || hasKeys(track->scale));
    };
    const Clip& clip = doc.clip();
    return places(clip.track(node)) ||
           std::ranges::any_of(
               clip.layers, [&](const Shared<Layer>& layer) { return places(layer->track(node)); });
}

Grip gripOf(const Document& doc, const Evaluation& evaluation, NodeId node)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(node);
    if (row == kNoNode || std::ssize(evaluation.world) != scene.size()) return Grip::None;
    if (constraintOfTarget(*doc.rig, node)) return Grip::Target;
    if (isPole(*doc.rig, node)) return Grip::Pole;
    if (!scene[row].bone()) return isProp(doc, node) ? Grip::Prop : Grip::None;
    if (const Constraint* owner = ownerOf(doc, evaluation, row))
        return bentBy(doc, evaluation, *owner, row) == kNoNode ? Grip::Held : Grip::Bend;
    const NodeIndex parent = scene[row].parent;
    return parent == kNoNode || !scene[parent].bone() ? Grip::Root : Grip::Joint;
}

}  // namespace posewright::operate

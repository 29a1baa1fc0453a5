#include "core/operate/clips/pasted_keys.h"

#include "core/edit/edit.h"
#include "core/math/rotation.h"
#include "core/motion/layer.h"
#include "core/operate/dense_key.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace posewright::operate {

namespace {

constexpr double kSameAsShown = 1e-9;  ///< [rad], [m]

/// What is pasted of a joint.
struct PastedJoint {
    double frame = 0;
    bool once = true;  ///< all at one frame, and no key of a layer
    bool turns = false;
    bool moves = false;
    edit::SetJointKey key;
};

bool isOfPlace(const edit::KeyData& key)
{
    return key.property == Property::Rotation || key.property == Property::Translation;
}

/// The joints that have keys in `what`; no targets.
std::map<NodeId, PastedJoint> pastedJoints(const Document& doc, const Copied& what)
{
    std::map<NodeId, PastedJoint> out;
    for (const edit::KeyData& key : what.keys) {
        if (key.node == NodeId::None || !isOfPlace(key)) continue;
        if (doc.scene->find(key.node) == kNoNode || constraintOfTarget(*doc.rig, key.node))
            continue;
        const auto [at, fresh] = out.try_emplace(key.node);
        PastedJoint& joint = at->second;
        if (fresh) joint.frame = key.frame();
        joint.once = joint.once && key.layer.empty() && key.frame() == joint.frame;
    }
    std::erase_if(
        out, [](const auto& of) { return !of.second.once || !std::isfinite(of.second.frame); });
    return out;
}

bool isShownAs(const std::map<NodeId, PastedJoint>& joints, const edit::KeyData& key)
{
    const auto at = joints.find(key.node);
    if (at == joints.end()) return false;
    return (key.property == Property::Rotation && at->second.turns) ||
           (key.property == Property::Translation && at->second.moves);
}

/// Sets which properties are shown as they are pasted, and their values.
void fill(const Document& doc, const Copied& what, Shown shown,
          std::map<NodeId, PastedJoint>& joints)
{
    for (auto& [node, joint] : joints) {
        const bool laid = shown == Shown::RecordedAndLaid && isLaid(doc.clip(), node);
        joint.turns = laid || isRecorded(doc, node, Property::Rotation, joint.frame);
        joint.moves = laid || isRecorded(doc, node, Property::Translation, joint.frame);
        joint.key.joint = node;
        joint.key.frame = joint.frame;
    }
    for (const edit::KeyData& key : what.keys) {
        if (!isShownAs(joints, key)) continue;
        edit::SetJointKey& set = joints.at(key.node).key;
        if (key.property == Property::Rotation) {
            set.rotation = key.rotation.value;
            continue;
        }
        if (!set.translation) {
            const Transform& rest = (*doc.scene)[doc.scene->find(key.node)].rest;
            set.translation = sampleLaid(doc.clip(), key.node, rest, set.frame).translation;
        }
        (*set.translation)[key.axis] = key.key.value;
    }
}

bool changes(const Document& doc, const edit::SetJointKey& key)
{
    const Transform& rest = (*doc.scene)[doc.scene->find(key.joint)].rest;
    const Transform now = sampleLaid(doc.clip(), key.joint, rest, key.frame);
    return (key.rotation &&
            !(angleBetween(now.rotation, key.rotation->normalized()) <= kSameAsShown)) ||
           (key.translation && !((now.translation - *key.translation).norm() <= kSameAsShown));
}

}  // namespace

bool isLaid(const Clip& clip, NodeId node)
{
    return std::ranges::any_of(clip.layers, [&](const auto& layer) {
        return acts(clip, *layer) && layer->track(node) != nullptr;
    });
}

Edits pastedKeys(const Document& doc, const Copied& what, Shown shown)
{
    std::map<NodeId, PastedJoint> joints = pastedJoints(doc, what);
    fill(doc, what, shown, joints);
    Edits edits;
    for (const auto& [node, joint] : joints) {
        const bool sets = joint.key.rotation || joint.key.translation;
        const bool recorded = isRecorded(doc, node, Property::Rotation, joint.frame) ||
                              isRecorded(doc, node, Property::Translation, joint.frame);
        if (sets && (!recorded || changes(doc, joint.key))) edits.emplace_back(joint.key);
    }
    edit::PutKeys put{{}, what.hints};
    for (const edit::KeyData& key : what.keys)
        if (!isShownAs(joints, key)) put.keys.push_back(key);
    if (!put.keys.empty()) edits.emplace_back(std::move(put));
    return edits;
}

}  // namespace posewright::operate

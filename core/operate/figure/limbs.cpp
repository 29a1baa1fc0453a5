#include "core/operate/limbs.h"

#include "core/base/ascii.h"
#include "core/retarget/role.h"
#include "core/skinning/surface.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace posewright::operate {

namespace {

/// Share of the limb's length: closer joints only twist the limb.
constexpr double kShortBone = 0.05;

bool among(std::string_view word, const auto& words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether the last word of a name, apart from its side, names a limb's end. "LeftHandIndex1" is
/// not one.
bool isLimbEnd(const std::string& name)
{
    constexpr std::array<std::string_view, 4> kSides{"l", "r", "left", "right"};
    constexpr std::array<std::string_view, 4> kEnds{"hand", "wrist", "foot", "ankle"};
    std::vector<std::string> words = wordsIn(std::string_view(name).substr(name.rfind(':') + 1));
    while (!words.empty() && among(words.back(), kSides)) words.pop_back();
    return !words.empty() && among(words.back(), kEnds);
}

bool isOfFinger(const Scene& scene, const retarget::Figure& figure, NodeIndex bone)
{
    return std::ranges::any_of(retarget::allRoles(), [&](retarget::Role role) {
        const NodeIndex first = retarget::isFinger(role) ? figure.first(role) : kNoNode;
        return first != kNoNode && (first == bone || scene.isAbove(first, bone));
    });
}

}  // namespace

NodeIndex limbRoot(const Scene& scene, NodeIndex effector)
{
    double longest = 0;
    NodeIndex root = kNoNode;
    int bones = 0;
    for (NodeIndex row = effector; bones < 2; row = scene[row].parent) {
        const NodeIndex parent = scene[row].parent;
        if (parent == kNoNode || !scene[parent].bone()) break;
        const double length = scene[row].rest.translation.norm();
        longest = std::max(longest, length);
        if (length > kShortBone * longest) ++bones;
        root = parent;
    }
    return root;
}

NodeIndex limbRoot(const Scene& scene, const retarget::Figure& figure, NodeIndex effector)
{
    using retarget::Role;
    for (const auto& [upper, lower, end] :
         {std::array{Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand},
          std::array{Role::RightUpperArm, Role::RightLowerArm, Role::RightHand},
          std::array{Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot},
          std::array{Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot}}) {
        const NodeIndex above = scene[effector].parent, top = figure.first(upper);
        const bool ends = figure.has(end) ? figure.first(end) == effector
                                          : above != kNoNode && figure.first(lower) == above;
        if (ends && top != kNoNode && figure.has(lower) &&
            scene.isAbove(top, figure.first(lower)) && scene.isAbove(figure.first(lower), effector))
            return top;
    }
    return limbRoot(scene, effector);
}

NodeIndex armAbove(const Scene& scene, const retarget::Figure& figure, NodeIndex bone)
{
    using retarget::Role;
    for (const Role role : retarget::allRoles()) {
        const bool finger = retarget::isFinger(role);
        const bool hand = role == Role::LeftHand || role == Role::RightHand;
        if (!(finger || hand) || !figure.has(role)) continue;
        const NodeIndex first = figure.first(role);
        if (!(finger && bone == first) && !scene.isAbove(first, bone)) continue;
        const NodeIndex top =
            figure.first(retarget::onSide(Role::LeftUpperArm, retarget::sideOf(role)));
        return top != kNoNode && scene.isAbove(top, first) ? top : kNoNode;
    }
    return kNoNode;
}

std::optional<Limb> armOf(const Scene& scene, const retarget::Figure& figure, NodeIndex bone)
{
    using retarget::Role;
    if (const NodeIndex top = armAbove(scene, figure, bone); top != kNoNode) return Limb{top, bone};
    for (const auto& [collar, upper, hand] :
         {std::array{Role::LeftShoulder, Role::LeftUpperArm, Role::LeftHand},
          std::array{Role::RightShoulder, Role::RightUpperArm, Role::RightHand}}) {
        const NodeIndex top = figure.first(upper), end = figure.first(hand);
        if (top == kNoNode || end == kNoNode || !scene.isAbove(top, end)) continue;
        const bool within = bone == top || (scene.isAbove(top, bone) && scene.isAbove(bone, end));
        if (within || bone == end || bone == figure.first(collar)) return Limb{top, end};
    }
    return std::nullopt;
}

NodeIndex fingertip(const Scene& scene, const retarget::Figure& figure, NodeIndex bone)
{
    if (!isOfFinger(scene, figure, bone)) return kNoNode;
    NodeIndex tip = kNoNode;
    for (NodeIndex row = bone + 1; row < scene.size(); ++row) {
        if (!scene[row].bone() || !scene.isAbove(bone, row)) continue;
        if (tip != kNoNode) return kNoNode;
        tip = row;
    }
    if (tip == kNoNode) return kNoNode;
    const std::vector<std::string> words = wordsIn(scene[tip].name);
    constexpr std::array<std::string_view, 3> kTips{"end", "tip", "nub"};
    const bool called = std::ranges::any_of(words, [&](const auto& w) { return among(w, kTips); });
    return called || !skinning::movers(scene)[tip] ? tip : kNoNode;
}

NodeIndex lineRoot(const Scene& scene, NodeIndex end)
{
    const auto bonesBelow = [&](NodeIndex row) {
        return std::ranges::count_if(
            scene.nodes(), [row](const Node& node) { return node.parent == row && node.bone(); });
    };
    NodeIndex root = end;
    for (NodeIndex row = scene[end].parent; row != kNoNode && scene[row].bone();
         row = scene[row].parent) {
        if (bonesBelow(row) > 1) break;
        root = row;
    }
    return root;
}

NodeIndex limbEnd(const Scene& scene, NodeIndex bone)
{
    NodeIndex end = bone;
    for (NodeIndex row = bone; row != kNoNode && scene[row].bone(); row = scene[row].parent) {
        if (!isLimbEnd(scene[row].name)) break;
        end = row;
    }
    return end;
}

NodeIndex trunkAbove(const Scene& scene, const retarget::Figure& figure)
{
    const NodeIndex hips = figure.first(retarget::Role::Hips);
    NodeIndex trunk = figure.first(retarget::Role::Spine);
    if (hips == kNoNode) return kNoNode;
    while (trunk != kNoNode && scene[trunk].parent != hips) trunk = scene[trunk].parent;
    return trunk;
}

}  // namespace posewright::operate

#include "core/retarget/figure.h"

#include "core/base/ascii.h"
#include "core/retarget/bone_name.h"
#include "core/retarget/named_bones.h"
#include "core/retarget/shape.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace posewright::retarget {

namespace {

using Word = BonePartWord;
using Rows = std::vector<NodeIndex>;

constexpr std::size_t kMostFigures = 64;  ///< more bones called hips do not identify figures
constexpr int kLongestFinger = 3;         ///< further bones belong to the tip

/// A chain from the topmost of these rows downwards.
Rows chainOf(const Scene& scene, Rows rows, std::size_t most)
{
    std::stable_sort(rows.begin(), rows.end(), [&](NodeIndex a, NodeIndex b) {
        return depthOf(scene, a) < depthOf(scene, b);
    });
    Rows chain;
    for (const NodeIndex row : rows)
        if (chain.size() < most && (chain.empty() || scene.isAbove(chain.back(), row)))
            chain.push_back(row);
    return chain;
}

void put(Figure& figure, Role role, NodeIndex row)
{
    if (row != kNoNode) figure.set(role, {row});
}

/// Three or more bones of a side that are all called "leg", or all "arm", ordered outwards.
bool takeSeries(const Scene& scene, Figure& figure, const Rows& named, std::span<const Role> roles)
{
    const Rows chain = chainOf(scene, named, roles.size());
    if (chain.size() < 3) return false;
    for (std::size_t i = 0; i < chain.size(); ++i) put(figure, roles[i], chain[i]);
    return true;
}

/// A bone called biceps is a part of the upper arm, whose joint is the shoulder above it where that
/// is not the collar bone.
NodeIndex jointOfUpperArm(const Scene& scene, const NamedBones& bones, BodySide side,
                          NodeIndex upper)
{
    if (upper == kNoNode || !bones.has(side, Word::Collar)) return upper;
    const NodeIndex shoulder = bones.top(side, Word::Shoulder);
    const bool muscle = inSmall(scene[upper].name).find("bicep") != std::string::npos;
    return muscle && shoulder != kNoNode && scene[upper].parent == shoulder ? shoulder : upper;
}

void takeArm(const Scene& scene, const NamedBones& bones, Figure& figure, BodySide side)
{
    const auto role = [&](Role left) { return onSide(left, side); };
    put(figure, role(Role::LeftHand), bones.top(side, Word::Hand));
    const std::array series{role(Role::LeftUpperArm), role(Role::LeftLowerArm),
                            role(Role::LeftHand)};
    const bool collar = bones.has(side, Word::Collar);
    put(figure, role(Role::LeftShoulder), bones.top(side, Word::Collar));
    if (!bones.has(side, Word::UpperArm) && !bones.has(side, Word::LowerArm) &&
        takeSeries(scene, figure, bones.all(side, Word::Arm), series))
        return;
    const bool arm = bones.has(side, Word::UpperArm) || bones.has(side, Word::Arm);
    NodeIndex upper = bones.top(side, Word::UpperArm);
    NodeIndex lower = bones.top(side, Word::LowerArm);
    if (upper == kNoNode)
        upper = bones.top(side, Word::Arm);
    else if (lower == kNoNode)
        lower = bones.top(side, Word::Arm);
    if (!collar && arm)
        put(figure, role(Role::LeftShoulder), bones.top(side, Word::Shoulder));
    else if (upper == kNoNode)
        upper = bones.top(side, Word::Shoulder);
    put(figure, role(Role::LeftUpperArm), jointOfUpperArm(scene, bones, side, upper));
    put(figure, role(Role::LeftLowerArm), lower);
}

void takeLeg(const Scene& scene, const NamedBones& bones, Figure& figure, BodySide side)
{
    const auto role = [&](Role left) { return onSide(left, side); };
    put(figure, role(Role::LeftFoot), bones.top(side, Word::Foot));
    put(figure, role(Role::LeftToes), bones.top(side, Word::Toes));
    const std::array series{role(Role::LeftUpperLeg), role(Role::LeftLowerLeg),
                            role(Role::LeftFoot), role(Role::LeftToes)};
    NodeIndex upper = bones.top(side, Word::UpperLeg);
    NodeIndex lower = bones.top(side, Word::LowerLeg);
    if (upper == kNoNode && lower == kNoNode && !bones.has(side, Word::Hip) &&
        takeSeries(scene, figure, bones.all(side, Word::Leg), series))
        return;
    if (upper == kNoNode) upper = bones.top(side, Word::Hip);
    const NodeIndex leg = bones.top(side, Word::Leg);
    if (upper == kNoNode)
        upper = leg;
    else if (lower == kNoNode)
        lower = leg;
    put(figure, role(Role::LeftUpperLeg), upper);
    put(figure, role(Role::LeftLowerLeg), lower);
}

void takeFingers(const Scene& scene, const NamedBones& bones, Figure& figure, BodySide side)
{
    constexpr std::array<std::pair<Role, Word>, 5> kFingers{{{Role::LeftThumb, Word::Thumb},
                                                             {Role::LeftIndex, Word::Index},
                                                             {Role::LeftMiddle, Word::Middle},
                                                             {Role::LeftRing, Word::Ring},
                                                             {Role::LeftLittle, Word::Little}}};
    for (const auto& [finger, word] : kFingers)
        figure.set(onSide(finger, side), chainOf(scene, bones.all(side, word), kLongestFinger));
}

/// The child with the longest offset; kNoNode for a leaf.
NodeIndex longestChild(const Scene& scene, NodeIndex row)
{
    NodeIndex best = kNoNode;
    for (NodeIndex child = row + 1; child < scene.size(); ++child)
        if (scene[child].parent == row && scene[child].bone() &&
            (best == kNoNode ||
             scene[child].rest.translation.norm() > scene[best].rest.translation.norm()))
            best = child;
    return best;
}

/// If names give only two of a limb's three bones, the third is between, above or below them.
void completeLimb(const Scene& scene, Figure& figure, const std::array<Role, 3>& limb)
{
    const NodeIndex upper = figure.first(limb[0]), lower = figure.first(limb[1]),
                    end = figure.first(limb[2]);
    if (upper != kNoNode && end != kNoNode && lower == kNoNode) {
        const Rows path = scene.path(upper, end);
        NodeIndex best = kNoNode;
        for (std::size_t i = 1; i + 1 < path.size(); ++i)
            if (best == kNoNode ||
                scene[path[i]].rest.translation.norm() > scene[best].rest.translation.norm())
                best = path[i];
        put(figure, limb[1], best);
    } else if (upper == kNoNode && lower != kNoNode) {
        const NodeIndex above = scene[lower].parent;
        if (above != kNoNode && scene[above].bone() && above != figure.first(Role::Hips) &&
            !isTwistBone(scene[above].name))
            put(figure, limb[0], above);
    } else if (lower != kNoNode && end == kNoNode) {
        const NodeIndex child = longestChild(scene, lower);
        if (child != kNoNode && !isTwistBone(scene[child].name)) put(figure, limb[2], child);
    }
}

NodeIndex lowestAboveOrAt(const Scene& scene, NodeIndex a, NodeIndex b)
{
    while (a != kNoNode && a != b && !scene.isAbove(a, b)) a = scene[a].parent;
    return a;
}

/// Blender's Rigify calls all bones up to the head spine; those above the arms are neck and head.
void takeTopOfSpine(const Scene& scene, Figure& figure)
{
    NodeIndex arm = figure.first(Role::LeftShoulder);
    if (arm == kNoNode) arm = figure.first(Role::LeftUpperArm);
    const Rows& all = figure.bones(Role::Spine);
    const auto top = std::find_if(all.begin(), all.end(),
                                  [&](NodeIndex row) { return !scene.isAbove(row, arm); });
    if (arm == kNoNode || top == all.begin() || top == all.end()) return;
    const Rows trunk(all.begin(), top), neck(top, all.end() - 1);
    put(figure, Role::Head, all.back());
    figure.set(Role::Neck, neck);
    figure.set(Role::Spine, trunk);
}

/// Finds the bone that carries legs and trunk. A bone called hips that does not is part of the
/// trunk.
void takeTrunk(const Scene& scene, const NamedBones& bones, Figure& figure)
{
    NodeIndex hips = bones.top(BodySide::Middle, Word::Hips);
    if (hips == kNoNode) hips = bones.top(BodySide::Middle, Word::Hip);
    const NodeIndex left = figure.first(Role::LeftUpperLeg),
                    right = figure.first(Role::RightUpperLeg);
    Rows trunk = bones.all(BodySide::Middle, Word::Spine);
    if (left != kNoNode && right != kNoNode) {
        NodeIndex carrier = lowestAboveOrAt(scene, left, right);
        if (hips != kNoNode && carrier != kNoNode && carrier != hips &&
            !scene.isAbove(hips, carrier)) {
            trunk.push_back(hips);
            hips = lowestAboveOrAt(scene, carrier, hips);
        }
        if (hips == kNoNode) hips = carrier;
        if (hips != kNoNode && !scene[hips].bone()) hips = kNoNode;
    }
    // DAZ has a "hip" that carries the trunk and the legs' pelvis.
    if (const NodeIndex hip = bones.top(BodySide::Middle, Word::Hip);
        hip != kNoNode && scene.isAbove(hip, hips) &&
        std::any_of(trunk.begin(), trunk.end(), [&](NodeIndex row) {
            return scene.isAbove(hip, row) && !scene.isAbove(hips, row) &&
                   !scene.isAbove(row, hips);
        }))
        hips = hip;
    put(figure, Role::Hips, hips);
    put(figure, Role::Head, bones.top(BodySide::Middle, Word::Head));
    const NodeIndex head = figure.first(Role::Head);
    const Rows& necks = bones.all(BodySide::Middle, Word::Neck);
    const auto onHips = [&](NodeIndex row) { return scene.isAbove(hips, row); };
    // In some rigs the trunk is beside the pelvis rather than below it.
    const bool beside = hips != kNoNode && std::none_of(trunk.begin(), trunk.end(), onHips) &&
                        std::none_of(necks.begin(), necks.end(), onHips) &&
                        (head == kNoNode || !onHips(head));
    const auto leadsUp = [&](Rows rows) {
        std::erase_if(rows, [&](NodeIndex row) {
            return row == hips || (hips != kNoNode && !beside && !onHips(row)) ||
                   (beside && scene.isAbove(row, hips)) ||
                   (head != kNoNode && !scene.isAbove(row, head));
        });
        return rows;
    };
    figure.set(Role::Spine, chainOf(scene, leadsUp(trunk), 16));
    figure.set(Role::Neck, chainOf(scene, leadsUp(necks), 8));
    if (head == kNoNode && !figure.has(Role::Neck)) takeTopOfSpine(scene, figure);
}

/// The lowest bone of a trunk beside the hips; kNoNode if the trunk is below them.
NodeIndex trunkBeside(const Scene& scene, const Figure& figure)
{
    const NodeIndex hips = figure.first(Role::Hips);
    for (const Role role : {Role::Spine, Role::Neck, Role::Head})
        if (figure.has(role))
            return hips == kNoNode || scene.isAbove(hips, figure.first(role)) ||
                           scene.isAbove(figure.first(role), hips)
                       ? kNoNode
                       : figure.first(role);
    return kNoNode;
}

/// In rigs that keep leg controls there, a foot may be a child of the root, beside the hips.
bool mayStandAlone(Role role)
{
    const Role left = sideOf(role) == BodySide::Right ? mirrored(role) : role;
    return left == Role::LeftFoot || left == Role::LeftToes;
}

/// Keeps one role per bone, and drops bones that are not below the hips or a trunk beside them.
void dropStrays(const Scene& scene, Figure& figure)
{
    const NodeIndex hips = figure.first(Role::Hips), trunk = trunkBeside(scene, figure);
    std::vector<bool> taken(static_cast<std::size_t>(scene.size()), false);
    for (const Role role : allRoles()) {
        Rows kept;
        for (const NodeIndex row : figure.bones(role)) {
            const bool below = hips == kNoNode || row == hips || scene.isAbove(hips, row) ||
                               (trunk != kNoNode && (row == trunk || scene.isAbove(trunk, row))) ||
                               mayStandAlone(role);
            if (!below || taken[static_cast<std::size_t>(row)]) continue;
            taken[static_cast<std::size_t>(row)] = true;
            kept.push_back(row);
        }
        figure.set(role, kept);
    }
}

/// The figure by shape, if that finds more roles than the names.
Figure byShape(const Scene& scene, const Figure& named)
{
    const Figure shape = figureByShape(scene);
    return shape.size() > named.size() ? shape : named;
}

}  // namespace

int Figure::size() const
{
    return static_cast<int>(std::count_if(bones_.begin(), bones_.end(),
                                          [](const Rows& bones) { return !bones.empty(); }));
}

namespace {

Figure figureWithin(const Scene& scene, const std::string& prefix, NodeIndex within)
{
    const NamedBones bones(scene, prefix, within);
    Figure figure;
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const auto role = [&](Role left) { return onSide(left, side); };
        takeLeg(scene, bones, figure, side);
        takeArm(scene, bones, figure, side);
        takeFingers(scene, bones, figure, side);
        completeLimb(scene, figure,
                     {role(Role::LeftUpperLeg), role(Role::LeftLowerLeg), role(Role::LeftFoot)});
        completeLimb(scene, figure,
                     {role(Role::LeftUpperArm), role(Role::LeftLowerArm), role(Role::LeftHand)});
    }
    takeTrunk(scene, bones, figure);
    dropStrays(scene, figure);
    return figure;
}

bool hasLegs(const Figure& figure)
{
    return figure.has(Role::LeftUpperLeg) && figure.has(Role::RightUpperLeg);
}

/// Figures of a file with several hips. Each figure's bones are below the highest bone that has no
/// other figure's hips below it. Empty unless there are several.
std::vector<Figure> severalIn(const Scene& scene, const std::string& prefix)
{
    const Rows named = NamedBones(scene, prefix, kNoNode).all(BodySide::Middle, Word::Hips);
    std::vector<Figure> figures;
    if (named.size() < 2 || named.size() > kMostFigures) return figures;
    Rows hips;
    for (const NodeIndex row : named)
        if (std::none_of(named.begin(), named.end(),
                         [&](NodeIndex other) { return scene.isAbove(other, row); }))
            hips.push_back(row);
    for (const NodeIndex own : hips) {
        NodeIndex top = own;
        const auto holdsAnother = [&](NodeIndex row) {
            return std::any_of(hips.begin(), hips.end(), [&](NodeIndex other) {
                return other != own && scene.isAbove(row, other);
            });
        };
        for (NodeIndex row = scene[own].parent; row != kNoNode && !holdsAnother(row);
             row = scene[row].parent)
            top = row;
        Figure figure = figureWithin(scene, prefix, top);
        if (figure.has(Role::Hips) && hasLegs(figure)) figures.push_back(std::move(figure));
    }
    if (figures.size() < 2) return {};
    std::stable_sort(figures.begin(), figures.end(),
                     [](const Figure& a, const Figure& b) { return a.size() > b.size(); });
    return figures;
}

}  // namespace

std::vector<Figure> figuresOf(const Scene& scene)
{
    const std::string prefix = sharedPrefix(scene);
    if (std::vector<Figure> several = severalIn(scene, prefix); !several.empty()) return several;
    Figure figure = figureWithin(scene, prefix, kNoNode);
    return {figure.has(Role::Hips) && (hasLegs(figure) || figure.size() > 4)
                ? figure
                : byShape(scene, figure)};
}

Figure figureOf(const Scene& scene)
{
    return figuresOf(scene).front();
}

std::string obstacle(const Figure& figure)
{
    if (!figure.has(Role::Hips)) return "no bone is known as its hips";
    if (figure.size() < 2) return "none of its bones but the hips is known";
    return {};
}

}  // namespace posewright::retarget

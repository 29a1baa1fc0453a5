#include "core/edit/bones.h"

#include "core/edit/change.h"
#include "core/edit/hand_over.h"
#include "core/edit/hung_keys.h"
#include "core/edit/mirror.h"
#include "core/edit/without_nodes.h"
#include "core/evaluate/places.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace posewright::edit {

namespace {

constexpr double kLeastScale = 1e-9;

/// The limit that allows the same local placements after the rest pose changed from `old` to `now`.
/// Error: its kind has none.
Result<Limit> reexpressed(const Limit& limit, const Transform& old, const Transform& now)
{
    const limits::RestChange change{now.rotation.conjugate() * old.rotation,
                                    angleBetween(old.rotation, now.rotation) > 1e-12,
                                    old.rotation.conjugate() * (old.translation - now.translation)};
    return std::visit(
        [&]<class L>(const L& kind) -> Result<Limit> {
            if (const std::optional<L> same = limits::restated(kind, change)) return Limit(*same);
            if (limits::Kind<L>::kSlides)
                return refused("the joint slides along another line", "/translation");
            return refused("the joint's limit cannot be said in the new rest frame", "/rotation",
                           "free the joint first, and limit it anew afterwards");
        },
        limit);
}

/// A constraint that needs the node.
const Constraint* userOf(const Rig& rig, NodeId node)
{
    const auto at = std::find_if(rig.constraints.begin(), rig.constraints.end(),
                                 [node](const Constraint& c) { return needs(c, node); });
    return at == rig.constraints.end() ? nullptr : &*at;
}

/// Error: joints of a skin have no common root any more once a node hangs elsewhere.
Result<void> checkSkins(const Scene& before, const Scene& after, const std::string& moved,
                        const std::string& place)
{
    const int skin = skinWithoutRoot(before, after);
    if (skin < 0) return {};
    constexpr int kMost = 3;
    std::string meshes;
    int count = 0;
    for (const Node& node : before.nodes())
        if (const auto* mesh = std::get_if<MeshPart>(&node.part); mesh && mesh->skin == skin)
            if (++count <= kMost) meshes += (meshes.empty() ? "" : ", ") + quoted(node.name);
    if (count > kMost) meshes += ", ...";
    return refused("the joints of " + (meshes.empty() ? "a skin" : "the skin of " + meshes) +
                       " would have no common root",
                   place,
                   "choose a parent for " + quoted(moved) +
                       " in the same tree of bones, or bind the mesh without it first");
}

/// A node's counterpart, or the name for one that does not exist yet.
struct Counterpart {
    NodeIndex row = kNoNode;
    std::string name;
};

std::map<NodeIndex, Counterpart> counterparts(const Document& doc, Side from)
{
    const Scene& scene = *doc.scene;
    std::map<NodeIndex, Counterpart> out;
    for (NodeIndex i = 0; i < scene.size(); ++i) {
        const Node& node = scene[i];
        const bool joint = node.bone() || (std::holds_alternative<std::monostate>(node.part) &&
                                           node.parent != kNoNode && scene[node.parent].bone());
        const auto goal = [&](const Constraint& c) {
            return c.target == node.id || c.pole == node.id;
        };
        const auto& constraints = doc.rig->constraints;
        if (!joint || std::any_of(constraints.begin(), constraints.end(), goal)) continue;
        std::optional<Counterpart> found;
        for (const SidedName& reading : sidesOf(node.name)) {
            if (reading.side != from) continue;
            const NodeIndex row = scene.find(reading.other);
            if (row != kNoNode) {
                found = Counterpart{row, {}};
                break;
            }
            if (reading.sure && !found) found = Counterpart{kNoNode, reading.other};
        }
        if (found) out.emplace(i, *found);
    }
    return out;
}

}  // namespace

Result<Document> make(Document doc, const AddBone& edit)
{
    if (const Result<void> name = checkName(doc, edit.name); !name) return name.error();
    const Vec3 stick = edit.tail - edit.head;
    if (!(stick.norm() > 0)) return refused("the bone has no length", "/tail");
    const Scene& scene = *doc.scene;
    const NodeIndex parent = scene.find(edit.parent);
    const WorldTransform above =
        parent == kNoNode ? WorldTransform{} : restPlacesOf(scene, {&parent, 1}).front().world;
    WorldTransform world;
    world.position = edit.head;
    world.rotation = (leastArc(above.rotation * Vec3::UnitY(), stick.normalized()) * above.rotation)
                         .normalized();
    world.linear = world.rotation.toRotationMatrix();
    const Result<Transform> rest = relativeTo(above, world);
    if (!rest) return refused(rest.error().message, "/parent");

    Node node;
    node.id = newNodeId(doc);
    node.name = edit.name;
    node.parent = parent;
    node.rest = *rest;
    node.rest.scale = Vec3::Ones();
    const WorldTransform placed = above * node.rest;
    BonePart bone;
    bone.tip = placed.linear.inverse() * (edit.tail - placed.position);
    bone.tipGiven = true;
    node.part = bone;
    const BonePart* stub = parent == kNoNode ? nullptr : scene[parent].bone();
    if (!stub || stub->tipGiven || !stub->tip.isZero())
        return withNode(std::move(doc), std::move(node), "/parent");
    std::vector<Node> nodes = scene.nodes();
    std::get<BonePart>(nodes[parent].part).tip = node.rest.translation;
    nodes.push_back(std::move(node));
    return withNodes(doc, std::move(nodes), "/parent");
}

Result<Document> make(const Document& doc, const RenameNode& edit)
{
    if (const Result<void> name = checkName(doc, edit.name, edit.node); !name) return name.error();
    std::vector<Node> nodes = doc.scene->nodes();
    nodes[doc.scene->find(edit.node)].name = edit.name;
    return withNodes(doc, std::move(nodes), "/name");
}

Result<Document> make(const Document& doc, const ReparentBone& edit)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(edit.bone);
    const NodeIndex parent = scene.find(edit.parent);
    if (parent == row || scene.isAbove(row, parent))
        return refused('"' + scene[parent].name + "\" hangs below \"" + scene[row].name + '"',
                       "/parent");
    if (parent == scene[row].parent) return doc;
    for (const Constraint& c : doc.rig->constraints) {
        const NodeIndex root = scene.find(c.root);
        const NodeIndex effector = scene.find(c.effector);
        const bool within =
            scene.isAbove(root, row) && (row == effector || scene.isAbove(row, effector));
        const bool stays = parent == root || scene.isAbove(root, parent);
        if (within && !stays)
            return refused("the chain of \"" + targetName(doc, c) + "\" would be cut", "/parent",
                           "change the chain's root, or remove the target, first");
    }
    const std::vector<WorldTransform> world = restWorld(scene);
    const Result<Transform> rest =
        relativeTo(parent == kNoNode ? WorldTransform{} : world[parent], world[row]);
    if (!rest) return refused(rest.error().message, "/parent");
    std::vector<Node> nodes = scene.nodes();
    nodes[row].parent = parent;
    nodes[row].rest = *rest;
    Result<Document> out = withNodes(doc, std::move(nodes), "/parent");
    if (!out) return out;
    if (const Result<void> bound = checkSkins(scene, *out->scene, scene[row].name, "/parent");
        !bound)
        return bound.error();
    // Keys of targets and poles are places that were set: operate::TargetSpace keeps them in the
    // world.
    if (std::ranges::any_of(doc.rig->constraints, [&](const Constraint& c) {
            return c.target == edit.bone || c.pole == edit.bone;
        }))
        return out;
    const NodeIndex old = scene[row].parent;
    const Result<Transform> between =
        relativeTo(parent == kNoNode ? WorldTransform{} : world[parent],
                   old == kNoNode ? WorldTransform{} : world[old]);
    if (!between) return refused(between.error().message, "/parent");
    for (Shared<Clip>& clip : out->clips)
        clip = clip.with([&](Clip& changed) {
            convertKeys(changed, scene, {{edit.bone, *between}});
        });
    return out;
}

Result<Document> make(const Document& doc, const RemoveBone& edit)
{
    const Scene& scene = *doc.scene;
    const std::string& name = scene[scene.find(edit.bone)].name;
    if (const Constraint* user = userOf(*doc.rig, edit.bone)) {
        const bool self = user->target == edit.bone;
        return refused(self ? '"' + name + "\" is a target"
                            : "the target \"" + targetName(doc, *user) + "\" uses \"" + name + '"',
                       "/bone", "remove the target first");
    }
    Document out = doc;
    const auto bears = [&](const Constraint& c) {
        return c.pole == edit.bone ||
               std::find(c.pins.begin(), c.pins.end(), edit.bone) != c.pins.end();
    };
    if (std::any_of(doc.rig->constraints.begin(), doc.rig->constraints.end(), bears))
        changeRig(out, [&](Rig& rig) {
            for (Constraint& c : rig.constraints)
                if (bears(c)) {
                    if (c.pole == edit.bone) c.pole = NodeId::None;
                    std::erase(c.pins, edit.bone);
                }
        });
    return withoutNodes(out, {edit.bone}, "/bone");
}

Result<Document> make(const Document& doc, const SetRest& edit)
{
    const NodeIndex row = doc.scene->find(edit.node);
    std::vector<Node> nodes = doc.scene->nodes();
    Node& node = nodes[row];
    const Transform before = node.rest;
    if (edit.translation) node.rest.translation = *edit.translation;
    if (edit.rotation) {
        const Result<Quat> rotation = unit(*edit.rotation, "/rotation");
        if (!rotation) return rotation.error();
        node.rest.rotation = *rotation;
    }
    if (edit.scale) {
        if (!(edit.scale->cwiseAbs().minCoeff() > kLeastScale))
            return refused("the scale is 0", "/scale");
        node.rest.scale = *edit.scale;
    }
    auto* bone = std::get_if<BonePart>(&node.part);
    if (edit.tip) {
        if (!bone) return refused("only a bone has a tip", "/tip");
        bone->tip = *edit.tip;
        bone->tipGiven = true;
    }
    if (bone) {
        Result<Limit> limit = reexpressed(bone->limit, before, node.rest);
        if (!limit) return limit.error();
        bone->limit = *std::move(limit);
    }
    return withNodes(doc, std::move(nodes), "/node");
}

Result<Document> make(const Document& doc, const Symmetrize& edit)
{
    const Scene& scene = *doc.scene;
    const std::map<NodeIndex, Counterpart> pairs = counterparts(doc, edit.from);
    if (pairs.empty())
        return refused(std::string("no bone bears a name of the ") +
                           (edit.from == Side::Left ? "left" : "right") + " side",
                       "/from");
    Document out = doc;
    std::vector<Node> nodes = scene.nodes();
    const std::vector<WorldTransform> rest = restWorld(scene);
    std::map<NodeIndex, NodeIndex> image;  // rows of `nodes`
    for (const auto& [row, other] : pairs) {
        NodeIndex there = other.row;
        if (there == kNoNode) {
            there = static_cast<NodeIndex>(nodes.size());
            Node node;
            node.id = newNodeId(out);
            node.name = other.name;
            nodes.push_back(std::move(node));
        }
        image.emplace(row, there);
    }
    // Parents come first, so each counterpart can look up its parent's new place.
    std::map<NodeIndex, WorldTransform> placed;
    for (const auto& [row, there] : image) {
        const NodeIndex own = scene[row].parent;
        const auto across = image.find(own);
        const NodeIndex parent = across == image.end() ? own : across->second;
        const WorldTransform above = parent == kNoNode      ? WorldTransform{}
                                     : placed.count(parent) ? placed[parent]
                                                            : rest[parent];
        const Result<Transform> local = relativeTo(above, mirrored(rest[row]));
        if (!local) return refused(local.error().message, "/from");
        Node& node = nodes[there];
        node.parent = parent;
        node.rest = *local;
        placed[there] = above * node.rest;
        if (const BonePart* bone = scene[row].bone()) {
            BonePart mirror = *bone;
            mirror.tip = mirrored(bone->tip);
            mirror.limit = mirrored(bone->limit);
            node.part = mirror;
        } else {
            node.part = scene[row].part;
        }
    }
    Result<Document> mirror = withNodes(out, std::move(nodes), "/from");
    if (mirror && skinWithoutRoot(scene, *mirror->scene) >= 0)
        return refused("the joints of a skin would have no common root", "/from",
                       "give both sides parents in one tree of bones first");
    return mirror;
}

}  // namespace posewright::edit

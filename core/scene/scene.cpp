#include "core/scene/scene.h"

#include "core/base/number.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace posewright {

namespace {

/// Larger lengths and scales overflow in world transforms and files. [m]
constexpr double kFarthest = 1e15;

template <class Vector>
bool inRange(const Vector& v)
{
    return v.allFinite() && v.cwiseAbs().maxCoeff() <= kFarthest;
}

bool finite(const Transform& t)
{
    return t.translation.allFinite() && t.rotation.coeffs().allFinite() && t.scale.allFinite();
}

bool inRange(const Transform& t)
{
    return inRange(t.translation) && t.rotation.coeffs().allFinite() && inRange(t.scale);
}

/// The first rule that the node alone breaks.
std::optional<Error> breachOf(const Node& node, NodeIndex row)
{
    if (node.name.empty()) return Error{"a node has no name", "node " + std::to_string(row)};
    if (node.id == NodeId::None) return Error{"a node has no id", node.name};
    if (node.parent >= row || node.parent < kNoNode)
        return Error{"the parent does not precede its child", node.name};
    if (!inRange(node.rest))
        return Error{finite(node.rest) ? "the rest transform is beyond 1e15"
                                       : "the rest transform is not finite",
                     node.name};
    if (std::abs(node.rest.rotation.norm() - 1) > 1e-6)
        return Error{"the rest rotation is not a unit quaternion", node.name};
    if (const BonePart* bone = node.bone(); bone && !inRange(bone->tip))
        return Error{bone->tip.allFinite() ? "the tip is beyond 1e15" : "the tip is not finite",
                     node.name};
    return {};
}

/// Is each subtree contiguous? That is so if each node's parent is the node before it or one of
/// that node's ancestors.
bool inDepthFirstOrder(const std::vector<Node>& nodes)
{
    for (NodeIndex i = 1; i < static_cast<NodeIndex>(nodes.size()); ++i) {
        NodeIndex up = i - 1;
        while (up > nodes[i].parent) up = nodes[up].parent;
        if (up != nodes[i].parent) return false;
    }
    return true;
}

}  // namespace

std::span<const Word<LightKind>> words(LightKind)
{
    static constexpr Word<LightKind> kWords[]{{LightKind::Directional, "directional"},
                                              {LightKind::Point, "point"},
                                              {LightKind::Spot, "spot"}};
    return kWords;
}

Result<Scene> Scene::make(std::vector<Node> nodes, std::vector<Skin> skins)
{
    Scene scene;
    scene.nodes_ = std::move(nodes);
    scene.skins_ = std::move(skins);
    const int count = scene.size();
    scene.byId_.reserve(count);
    scene.byName_.reserve(count);
    for (NodeIndex i = 0; i < count; ++i) {
        const Node& node = scene.nodes_[i];
        if (std::optional<Error> breach = breachOf(node, i)) return *std::move(breach);
        scene.byId_.emplace_back(node.id, i);
        scene.byName_.push_back(i);
    }
    std::sort(scene.byId_.begin(), scene.byId_.end());
    std::sort(scene.byName_.begin(), scene.byName_.end(), [&](NodeIndex a, NodeIndex b) {
        return scene.nodes_[a].name < scene.nodes_[b].name;
    });
    for (int i = 1; i < count; ++i) {
        if (scene.byId_[i].first == scene.byId_[i - 1].first)
            return Error{"two nodes have one id", scene.nodes_[scene.byId_[i].second].name};
        if (scene.nodes_[scene.byName_[i]].name == scene.nodes_[scene.byName_[i - 1]].name)
            return Error{"two nodes have one name", scene.nodes_[scene.byName_[i]].name};
    }
    for (const Skin& skin : scene.skins_)
        for (const NodeId joint : skin.joints)
            if (scene.find(joint) == kNoNode) return Error{"a skin names no node", {}};
    scene.depthFirst_ = inDepthFirstOrder(scene.nodes_);
    return scene;
}

Result<Scene> Scene::with(Node node) &&
{
    if (std::optional<Error> breach = breachOf(node, size())) return *std::move(breach);
    if (find(node.id) != kNoNode) return Error{"two nodes have one id", node.name};
    if (find(node.name) != kNoNode) return Error{"two nodes have one name", node.name};
    if (!depthFirst_) {
        nodes_.push_back(std::move(node));
        Result<std::vector<Node>> ordered = inTopologicalOrder(std::move(nodes_));
        if (!ordered) return ordered.error();
        return make(*std::move(ordered), std::move(skins_));
    }
    NodeIndex row = node.parent == kNoNode ? size() : node.parent + 1;
    while (row < size() && nodes_[row].parent >= node.parent) ++row;
    if (row < size()) {
        for (auto& [id, at] : byId_) at += at >= row ? 1 : 0;
        for (NodeIndex& at : byName_) at += at >= row ? 1 : 0;
    }
    for (NodeIndex i = row; i < size(); ++i) nodes_[i].parent += nodes_[i].parent >= row ? 1 : 0;
    const NodeId id = node.id;
    nodes_.insert(nodes_.begin() + row, std::move(node));
    byId_.insert(std::lower_bound(byId_.begin(), byId_.end(), std::pair(id, row)), {id, row});
    byName_.insert(std::lower_bound(byName_.begin(), byName_.end(), row,
                                    [this](NodeIndex a, NodeIndex b) {
                                        return nodes_[a].name < nodes_[b].name;
                                    }),
                   row);
    return std::move(*this);
}

NodeIndex Scene::find(NodeId id) const
{
    const auto at =
        std::lower_bound(byId_.begin(), byId_.end(), id,
                         [](const auto& row, NodeId wanted) { return row.first < wanted; });
    return at != byId_.end() && at->first == id ? at->second : kNoNode;
}

NodeIndex Scene::find(std::string_view name) const
{
    const auto at = std::lower_bound(
        byName_.begin(), byName_.end(), name,
        [this](NodeIndex row, std::string_view wanted) { return nodes_[row].name < wanted; });
    return at != byName_.end() && nodes_[*at].name == name ? *at : kNoNode;
}

bool Scene::isAbove(NodeIndex ancestor, NodeIndex node) const
{
    if (ancestor == kNoNode || node == kNoNode) return false;
    do node = nodes_[node].parent;
    while (node > ancestor);
    return node == ancestor;
}

std::vector<NodeIndex> Scene::path(NodeIndex top, NodeIndex node) const
{
    std::vector<NodeIndex> rows;
    for (NodeIndex i = node; i != kNoNode; i = nodes_[i].parent) {
        rows.push_back(i);
        if (i == top) {
            std::reverse(rows.begin(), rows.end());
            return rows;
        }
    }
    return {};
}

std::string nodeName(const Scene& scene, NodeId node)
{
    const NodeIndex row = scene.find(node);
    return row == kNoNode ? std::string() : scene[row].name;
}

bool hasMorphs(const Node& node)
{
    const auto* part = std::get_if<MeshPart>(&node.part);
    return part && !part->morphs.empty();
}

bool hasMorphs(const Scene& scene)
{
    return std::any_of(scene.nodes().begin(), scene.nodes().end(),
                       [](const Node& node) { return hasMorphs(node); });
}

std::span<const double> weightsOf(std::span<const MorphWeights> morphs, NodeId node,
                                  std::span<const double> rest)
{
    for (const MorphWeights& row : morphs)
        if (row.node == node) return row.weights;
    return rest;
}

std::string morphName(const Mesh& mesh, std::size_t row)
{
    const std::string& name = mesh.morphs[row].name;
    const auto same = [&](const Morph& morph) { return morph.name == name; };
    const bool shared = std::count_if(mesh.morphs.begin(), mesh.morphs.end(), same) > 1;
    return name.empty() || shared ? "#" + std::to_string(row + 1) : name;
}

int findMorph(const Mesh& mesh, std::string_view name)
{
    int found = -1;
    for (std::size_t row = 0; row < mesh.morphs.size() && !name.empty(); ++row) {
        if (mesh.morphs[row].name != name) continue;
        if (found >= 0) return -1;
        found = static_cast<int>(row);
    }
    if (found >= 0 || !name.starts_with('#')) return found;
    const std::optional<int> number = toInteger(name.substr(1));
    return number && *number >= 1 && *number <= std::ssize(mesh.morphs) ? *number - 1 : -1;
}

std::string uniqueName(const Scene& scene, std::string_view name)
{
    std::string candidate(name);
    for (int i = 2; scene.find(candidate) != kNoNode; ++i)
        candidate = std::string(name) + '.' + std::to_string(i);
    return candidate;
}

Result<std::vector<Node>> inTopologicalOrder(std::vector<Node> nodes)
{
    const int count = static_cast<int>(nodes.size());
    std::vector<std::vector<NodeIndex>> children(count + 1);  // row `count` holds the roots
    for (NodeIndex i = 0; i < count; ++i) {
        const NodeIndex parent = nodes[i].parent;
        if (parent < kNoNode || parent >= count)
            return Error{"the parent is out of range", nodes[i].name};
        children[parent == kNoNode ? count : parent].push_back(i);
    }
    std::vector<Node> sorted;
    sorted.reserve(count);
    // Depth first, so that subtrees stay contiguous; an explicit stack, so that the depth is
    // unlimited.
    std::vector<std::pair<NodeIndex, NodeIndex>> open;  // old row, new row of the parent
    for (auto root = children[count].rbegin(); root != children[count].rend(); ++root)
        open.emplace_back(*root, kNoNode);
    while (!open.empty()) {
        const auto [row, parent] = open.back();
        open.pop_back();
        const auto here = static_cast<NodeIndex>(sorted.size());
        sorted.push_back(std::move(nodes[row]));
        sorted.back().parent = parent;
        for (auto child = children[row].rbegin(); child != children[row].rend(); ++child)
            open.emplace_back(*child, here);
    }
    if (static_cast<int>(sorted.size()) != count) return Error{"the parents form a cycle", {}};
    return sorted;
}

std::vector<Transform> restPose(const Scene& scene)
{
    std::vector<Transform> pose;
    pose.reserve(scene.size());
    for (const Node& node : scene.nodes()) pose.push_back(node.rest);
    return pose;
}

std::vector<WorldTransform> worldTransforms(const Scene& scene, std::span<const Transform> local)
{
    std::vector<WorldTransform> world(scene.size());
    updateWorld(scene, local, 0, world);
    return world;
}

void updateWorld(const Scene& scene, std::span<const Transform> local, NodeIndex first,
                 std::vector<WorldTransform>& world)
{
    assert(static_cast<int>(local.size()) == scene.size());
    world.resize(scene.size());
    static const WorldTransform kOrigin;
    for (NodeIndex i = first; i < scene.size(); ++i) {
        const NodeIndex parent = scene[i].parent;
        world[i] = (parent == kNoNode ? kOrigin : world[parent]) * local[i];
    }
}

double extent(const Scene& scene)
{
    const std::vector<Transform> rest = restPose(scene);
    const std::vector<WorldTransform> world = worldTransforms(scene, rest);
    const bool anyBone = std::any_of(scene.nodes().begin(), scene.nodes().end(),
                                     [](const Node& n) { return n.bone() != nullptr; });
    Eigen::AlignedBox3d box;
    for (NodeIndex i = 0; i < scene.size(); ++i) {
        const BonePart* bone = scene[i].bone();
        if (anyBone && !bone) continue;
        box.extend(world[i].position);
        if (bone) box.extend(world[i] * bone->tip);
    }
    const double size = box.isEmpty() ? 0 : box.diagonal().norm();
    return size > 0 ? size : 1;
}

}  // namespace posewright

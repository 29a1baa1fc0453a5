#include "core/io/gltf/import/bone_import.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace posewright::io::gltf {

namespace {

/// Names that exporters give to a node that only marks the end of a bone.
bool isEndName(std::string_view name)
{
    return name.ends_with("_end") || name.ends_with("_End") || name.ends_with("Nub");
}

/// The same of joints, which some people call "headEnd".
bool isEndNameOfJoint(std::string_view name)
{
    constexpr std::string_view kEnd = "End";
    if (isEndName(name)) return true;
    if (!name.ends_with(kEnd) || name.size() == kEnd.size()) return false;
    const char before = name[name.size() - kEnd.size() - 1];
    return (before >= 'a' && before <= 'z') || (before >= '0' && before <= '9');
}

/// A node of a Posewright document, whatever its name.
bool isOurs(const Json& node)
{
    const Json* extensions = find(node, "extensions");
    const Json* own = extensions ? find(*extensions, kExtension) : nullptr;
    return own && find(*own, "id");
}

class BoneFinder {
public:
    explicit BoneFinder(const std::vector<ImportedNode>& nodes) :
        nodes_(nodes), order_(topologicalOrder(nodes)), bone_(nodes.size(), false),
        animated_(nodes.size(), false)
    {
    }

    void takeMotion(const std::vector<std::vector<ImportedChannel>>& animations)
    {
        for (const auto& channels : animations)
            for (const ImportedChannel& channel : channels) animated_[channel.node] = true;
    }

    void takeSkins(const std::vector<ImportedSkin>& skins)
    {
        for (const ImportedSkin& skin : skins)
            for (const int joint : skin.joints) bone_[joint] = true;
    }

    /// @return whether there were any
    bool takeTold(const std::vector<int>& joints)
    {
        const std::vector<bool> skinned = bone_;
        bool any = false;
        for (const int row : joints) {
            if (row < 0 || row >= std::ssize(nodes_) || skinned[row]) continue;
            const ImportedNode& node = nodes_[row];
            if (node.mesh >= 0 || node.camera >= 0) continue;
            any = true;
            const bool marks = node.leaf && !animated_[row] && node.parent >= 0 &&
                               isEndNameOfJoint(node.name) && !isOurs(*node.json);
            if (marks)
                marks_.push_back(row);
            else
                bone_[row] = true;
        }
        return any;
    }

    /// Nodes between bones are bones.
    void fillBetween()
    {
        std::vector<bool> below(nodes_.size(), false);  // has a bone above
        std::vector<bool> above(nodes_.size(), false);  // has a bone below
        for (const int row : order_) {
            const int parent = nodes_[row].parent;
            below[row] = parent >= 0 && (below[parent] || bone_[parent]);
        }
        for (auto row = order_.rbegin(); row != order_.rend(); ++row)
            if (const int parent = nodes_[*row].parent; parent >= 0 && (above[*row] || bone_[*row]))
                above[parent] = true;
        for (std::size_t row = 0; row < nodes_.size(); ++row)
            if (below[row] && above[row] && nodes_[row].mesh < 0) bone_[row] = true;
    }

    /// Bones are animated nodes without a mesh or camera, in chains of three or more.
    void guessByMotion()
    {
        std::vector<int> depth(nodes_.size(), 0);  // number of animated nodes above, including
                                                   // itself
        for (const int row : order_)
            if (const ImportedNode& node = nodes_[row];
                animated_[row] && node.mesh < 0 && node.camera < 0)
                depth[row] = 1 + (node.parent < 0 ? 0 : depth[node.parent]);
        std::vector<int> deepest = depth;
        for (auto row = order_.rbegin(); row != order_.rend(); ++row)
            if (const int parent = nodes_[*row].parent; parent >= 0 && depth[*row] > 1)
                deepest[parent] = std::max(deepest[parent], deepest[*row]);
        std::vector<int> least(nodes_.size(), 0);  // longest chain through its topmost node
        for (const int row : order_) {
            if (depth[row] == 0) continue;
            least[row] = depth[row] == 1 ? deepest[row] : least[nodes_[row].parent];
            bone_[row] = least[row] >= 3;
        }
    }

    /// Files without skins and animations are taken for skeletons: nodes three or more levels deep,
    /// and those above them.
    void guessByDepth()
    {
        std::vector<int> depth(nodes_.size(), 1);
        for (const int row : order_)
            if (nodes_[row].parent >= 0) depth[row] = 1 + depth[nodes_[row].parent];
        for (auto row = order_.rbegin(); row != order_.rend(); ++row) {
            if (nodes_[*row].camera >= 0) continue;
            if (depth[*row] >= 3) bone_[*row] = true;
            if (const int parent = nodes_[*row].parent; parent >= 0 && bone_[*row])
                bone_[parent] = true;
        }
    }

    /// A leaf that marks a bone's tip becomes that tip, not a node.
    FoundBones withEnds() &&
    {
        FoundBones found;
        found.end.assign(nodes_.size(), false);
        found.tip.assign(nodes_.size(), -1);
        std::vector<bool> told(nodes_.size(), false);
        for (const int row : marks_) told[row] = true;
        for (int row = 0; row < std::ssize(nodes_); ++row) {
            const ImportedNode& node = nodes_[row];
            if (!node.leaf || bone_[row] || animated_[row] || node.parent < 0 ||
                !bone_[node.parent] || node.mesh >= 0 || node.camera >= 0 ||
                !(told[row] || isEndName(node.name)) || isOurs(*node.json)) {
                if (told[row]) bone_[row] = true;
                continue;
            }
            found.end[row] = true;
            if (found.tip[node.parent] < 0) found.tip[node.parent] = row;
        }
        found.bone = std::move(bone_);
        return found;
    }

private:
    const std::vector<ImportedNode>& nodes_;
    std::vector<int> order_;
    std::vector<bool> bone_;
    std::vector<bool> animated_;
    std::vector<int> marks_;  ///< joints that seem to mark a tip
};

}  // namespace

FoundBones findBones(const std::vector<ImportedNode>& nodes, const std::vector<ImportedSkin>& skins,
                     const std::vector<std::vector<ImportedChannel>>& animations, bool meshes,
                     const std::vector<int>& joints)
{
    BoneFinder finder(nodes);
    finder.takeMotion(animations);
    finder.takeSkins(skins);
    const bool told = finder.takeTold(joints);
    finder.fillBetween();
    if (!told && skins.empty()) finder.guessByMotion();
    if (!told && !meshes && animations.empty()) finder.guessByDepth();
    return std::move(finder).withEnds();
}

}  // namespace posewright::io::gltf

#pragma once

#include <Eigen/Core>

#include <assimp/scene.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace posewright::import {

/// What of its parent's scale a node of an FBX file takes over (FBX SDK,
/// FbxTransform::EInheritType): all of it, turned with the node; all, along the node's own axes; or
/// all but the parent's own, which Maya calls segment scale compensation.
enum class Inherit { Along = 0, All = 1, NotOfParent = 2 };

/// Where a node of an FBX file is placed by more than one transform (offsets, pivots, turns before
/// and after the animated one), assimp makes a chain of nodes of it, called NAME_$AssimpFbx$_PART.
/// Here such a chain is one node again.
struct SkeletonNode {
    std::string name;
    int parent = -1;                   ///< row; -1: it hangs on nothing
    std::vector<const aiNode*> chain;  ///< from the outside in; the last is the node itself
    Inherit inherit = Inherit::All;
    const aiNode* node() const { return chain.back(); }
};

/// All nodes below `root`, and root where it is turned, moved, or shows something; parents first.
std::vector<SkeletonNode> skeletonOf(const aiNode& root);

/// The name of a node whose part this is; empty: it is no part.
std::string partOf(const std::string& name);

/// Where a node is at a time of an animation.
///
/// The rule that works with assimp 5.2: an animation either drives the parts of a chain, or it
/// gives the whole local transform to the node's own name; then the parts count for nothing.
class Placing {
public:
    /// @param animation null: everything rests
    explicit Placing(const aiAnimation* animation);

    /// In the space of its parent. @param tick in the animation's own unit
    aiMatrix4x4 local(const std::vector<SkeletonNode>& nodes, int row, double tick) const;
    /// The ticks of all keys that move the node against its parent, rising; empty where none does.
    std::vector<double> ticks(const std::vector<SkeletonNode>& nodes, int row) const;

private:
    struct Turned {
        Eigen::Matrix3d turn, scale;  ///< in the world: turn * scale is what it does to directions
    };
    aiMatrix4x4 own(const SkeletonNode& node, double tick) const;
    Turned turned(const std::vector<SkeletonNode>& nodes, int row, double tick) const;
    void addOwnTicks(const SkeletonNode& node, std::vector<double>& ticks) const;
    const aiNodeAnim* channel(const std::string& name) const;
    bool isWhole(const SkeletonNode& node) const;

    std::map<std::string, const aiNodeAnim*> channels_;
    std::set<std::string> inParts_;  ///< names whose parts are driven
};

}  // namespace posewright::import

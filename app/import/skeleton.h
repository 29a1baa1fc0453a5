#pragma once

#include <Eigen/Core>

#include <assimp/scene.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace posewright::import {

/// How a node of an FBX file inherits its parent's scale (FBX SDK, FbxTransform::EInheritType):
/// along the node's own axes (RrSs); through the parent's matrix as usual (RSrs); or as Along but
/// without the parent's own scale (Rrs), which Maya calls segment scale compensation.
enum class Inherit { Along = 0, All = 1, NotOfParent = 2 };

/// If a node of an FBX file has several transforms (offsets, pivots, pre- and post-rotations),
/// assimp splits it into a chain of nodes named NAME_$AssimpFbx$_PART. Here such a chain is one
/// node again.
struct SkeletonNode {
    std::string name;
    int parent = -1;                   ///< row; -1: none
    std::vector<const aiNode*> chain;  ///< from the outside in; the last is the node itself
    Inherit inherit = Inherit::All;
    aiQuaternion mend;  ///< what whole turns that are keyed lack on their right side
    const aiNode* node() const { return chain.back(); }
};

/// All nodes below `root`, and `root` itself if it has a transform or a mesh; parents first.
/// Without the cameras of producers.h. @param sights  names of nodes that have cameras and lights
std::vector<SkeletonNode> skeletonOf(const aiNode& root, const std::set<std::string>& sights);

/// The name of the node that this is a part of; empty: it is not a part.
std::string partOf(const std::string& name);

/// Node transforms at a time of an animation.
///
/// With assimp 5.2 an animation either drives the parts of a chain, or it gives the whole local
/// transform under the node's own name, and the parts are ignored.
class Placing {
public:
    /// @param nodes must outlive this @param animation null: everything is at rest
    Placing(const std::vector<SkeletonNode>& nodes, const aiAnimation* animation);

    /// In the space of its parent. @param tick in the animation's own unit
    aiMatrix4x4 local(int row, double tick) const;
    /// The ticks of all keys that move the node relative to its parent, ascending; also keys of
    /// nodes above if their scale is inherited in parts.
    std::vector<double> ticks(int row) const;

private:
    struct Turned {
        Eigen::Matrix3d turn, scale;  ///< in the world: turn * scale is what it does to directions
    };
    aiMatrix4x4 own(const SkeletonNode& node, double tick) const;
    Turned turned(int row, double tick) const;
    /// True: its own scale changes, or is not the same along all axes.
    bool squeezes(const SkeletonNode& node) const;
    void addOwnTicks(const SkeletonNode& node, std::vector<double>& ticks) const;
    const aiNodeAnim* channel(const std::string& name) const;
    bool isWhole(const SkeletonNode& node) const;

    const std::vector<SkeletonNode>& nodes_;
    std::vector<bool> squeezes_;  ///< by row
    std::map<std::string, const aiNodeAnim*> channels_;
    std::set<std::string> inParts_;  ///< names of nodes whose parts are driven
};

}  // namespace posewright::import

#pragma once

#include "core/math/transform.h"
#include "core/scene/scene.h"

#include <optional>
#include <span>
#include <vector>

namespace posewright::skinning {

/// What a limb ends in, beyond the joint where its chain of bones ends: palm and fingers, sole and
/// toes, a gripper.
///
/// It is what is seen of it: the vertices that the joint and those below it move more than all
/// others do, by skins; without these, the meshes that hang on them, such as stand-in flesh;
/// without these, the tips and joints of the bones. For a bare joint that marks the tip of the bone
/// above it, it is the outer half of that bone's flesh, or the joint alone. What reaches farther
/// than the limb itself is not its end, but another limb, or something that it carries, and is left
/// out. Morphs do not count.
class LimbEnd {
public:
    /// How many vertices to keep: all, or for each bone those that lie farthest in some directions.
    enum class Detail { All, Outline };

    LimbEnd() = default;
    /// O(nodes + vertices).
    /// @param root   the topmost joint of the limb
    /// @param joint  where it ends
    LimbEnd(const Scene& scene, NodeIndex root, NodeIndex joint, Detail detail);

    /// What is seen of one bone alone, such as a sleeve of a forearm: the vertices that it moves
    /// more than all others do, and the meshes that hang on it. Empty: nothing. O(nodes +
    /// vertices).
    static LimbEnd ofBone(const Scene& scene, NodeIndex bone, Detail detail);

    /// Nothing is beyond the joint.
    bool empty() const noexcept { return spots_.empty(); }
    int size() const noexcept { return static_cast<int>(spots_.size()); }
    /// The bone that moves a part of it most. @pre 0 <= part < size()
    NodeIndex bone(int part) const { return spots_[part].bone; }
    /// Where a part is in the world. O(bones that move it)
    Vec3 place(int part, std::span<const WorldTransform> world) const;

    /// The rows that move any part of it, by row.
    std::vector<NodeIndex> rows() const;

    /// A ball around all that moves rigidly with a node: no part of the whole is outside of the
    /// convex hull of these.
    struct Ball {
        NodeIndex row = kNoNode;
        double radius = 0;  ///< in the node's own space
    };
    const std::vector<Ball>& balls() const noexcept { return balls_; }

    /// The middle of what lies farthest in a direction, such as of a palm or of the fingers' tips,
    /// where the farthest of it lies. Nullopt: empty.
    /// @param way  of length 1
    std::optional<Vec3> farthest(std::span<const WorldTransform> world, const Vec3& way) const;

private:
    class Finder;
    void keepOutline();
    void findBalls(NodeIndex nodes);
    struct Pull {
        NodeIndex row = kNoNode;
        double share = 1;
        Vec3 at = Vec3::Zero();  ///< in the space of the row
    };
    struct Spot {
        NodeIndex bone = kNoNode;
        std::size_t first = 0;  ///< of its rows in pulls_
        std::size_t count = 0;
    };
    std::vector<Spot> spots_;
    std::vector<Pull> pulls_;
    std::vector<Ball> balls_;
};

}  // namespace posewright::skinning

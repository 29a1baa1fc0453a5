#pragma once

#include "core/evaluate/evaluate.h"
#include "core/skinning/limb_end.h"

#include <optional>
#include <vector>

namespace posewright {

/// A part of a limb with a target, inside a box.
struct InBox {
    ConstraintId target = ConstraintId::None;
    NodeId box = NodeId::None;
    double depth = 0;  ///< below the nearest side, at the frame or on the way to it [m]
    /// The deepest part: the limb's effector, a bone below that, or the bone that it ends.
    NodeId part = NodeId::None;
    double here =
        0;  ///< the depth at the frame itself [m]; 0: it is in there only on the way to it

    bool operator==(const InBox&) const = default;
};

/// Frames in a row at which it is in one box.
struct ThroughBox {
    InBox in;  ///< with the largest depth
    double start = 0;
    double end = 0;      ///< included
    double deepest = 0;  ///< [frame]
    /// [frame] The first and the last at which it is in there itself; last < first: it is only on
    /// the way to these frames.
    double firstHere = 0;
    double lastHere = -1;

    static ThroughBox at(const InBox& in, double frame);
    /// Includes the frame after `end`, or before `start`. @pre in is of the same limb and box
    void add(const InBox& in, double frame);
};

/// Finds limbs that go through the boxes of a scene: meshes of eight corners that hang on no bone.
/// A limb is its end (the wrist), what is beyond that (skinning::LimbEnd: palm and fingers), and
/// its last bone (the forearm): the line of it, and its skin. It is in a box from a hundredth of
/// its length below the sides on, so that it may rest on them.
class BoxWatch {
public:
    enum class Parts { All, WithoutLastBone };

    BoxWatch() = default;
    /// O(nodes); O(vertices), too, if there are boxes and targets.
    explicit BoxWatch(const Document& doc, Parts parts = Parts::All);

    /// Nothing can be found: there are no boxes, or no targets.
    bool empty() const noexcept { return boxes_.empty() || limbs_.empty(); }
    /// What is in a box at a frame, or on the straight way from the frame before.
    /// @param before  null: there is none
    /// @pre both are of the document
    std::vector<InBox> look(const Evaluation* before, const Evaluation& now) const;
    /// The same over consecutive frames, in the order of their starts.
    std::vector<ThroughBox> look(const std::vector<Evaluation>& frames) const;

    /// A side of a box, as the axis of the box that it is across.
    struct Side {
        int axis = 0;
        bool high = false;
    };
    /// The move that brings all beyond the limb's end, and the limb's end itself, out of a box at
    /// one side of it, and `clear` farther; 0 if they are there. What is found in the box of the
    /// limb's last bone comes out as well, as far as the end can lift it.
    /// @param in  of this document
    Vec3 wayOut(const InBox& in, const Evaluation& shown, const Side& side, double clear) const;

    /// A side of a box as it is shown: world [m].
    struct Face {
        Vec3 middle = Vec3::Zero();
        Vec3 normal = Vec3::UnitY();  ///< outwards, of length 1
        Vec3 along = Vec3::Zero();    ///< half of one edge
        Vec3 across = Vec3::Zero();   ///< half of the other
    };
    /// Nullopt: the node is none of the boxes.
    std::optional<Face> face(NodeId box, const Evaluation& shown, const Side& side) const;

    /// The end of a limb that lies on a side of a box.
    struct OnBox {
        ConstraintId target = ConstraintId::None;
        NodeId box = NodeId::None;
        Side side;
        double off = 0;     ///< of what is nearest, from the surface [m]; below 0: in the box
        double inside = 0;  ///< what is deeper than this counts as inside [m]
    };
    /// Those that are at most `share` times as far off a surface, or below it, as counts as inside.
    std::vector<OnBox> touching(const Evaluation& shown, double share = 1) const;

private:
    struct Block {
        NodeIndex row = kNoNode;
        NodeId node = NodeId::None;
        Vec3 low = Vec3::Zero();
        Vec3 high = Vec3::Zero();
    };
    struct Limb {
        ConstraintId target = ConstraintId::None;
        NodeIndex end = kNoNode;
        NodeIndex above = kNoNode;  ///< where the last bone begins; kNoNode: the limb has one bone
        double tolerance = 0;       ///< [m]
        skinning::LimbEnd beyond;
        skinning::LimbEnd sleeve;  ///< of the last bone
    };
    class Way;
    Shared<Scene> scene_;
    std::vector<Block> boxes_;
    std::vector<Limb> limbs_;
};

}  // namespace posewright

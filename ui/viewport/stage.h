#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"
#include "core/math/picking.h"

#include <vector>

namespace posewright::ui {

/// Sizes of everything drawn beside the motion itself, from the size of the figure: files count in
/// metres, centimetres or inches.
struct Stage {
    double figure = 1;  ///< extent of the figure in the world, as its motion shows it [m]
    double scale = 1;   ///< of the figure as its motion shows it, against its rest pose
    Box motion;         ///< all that moves, over the range
    LengthUnit unit = LengthUnit::Metre;
    /// By row: bones that move a surface, or are in the chain of a target. Others are helpers.
    std::vector<bool> movers;

    double targetRadius() const { return figure * 0.02; }
    double poleRadius() const { return figure * 0.014; }
    double jointRadius() const { return figure * 0.008; }
    /// Up to here a bone has no length worth a stick, and a joint hangs on its parent's tip. [m]
    double noLength() const { return figure * 1e-5; }
    double noGap() const { return figure * 1e-3; }
    double threadFrom() const { return figure * 0.004; }  ///< target and effector are apart [m]
    double gridStep() const;                              ///< 1, 2 or 5 times a power of ten [m]
    double gridReach() const;                             ///< half the side of the grid [m]
    double sceneSize() const;                             ///< what clip planes must hold [m]
};

/// The radii of the symbols of targets and poles, however near they are looked at. [px]
inline constexpr double kMostOfTarget = 18;
inline constexpr double kMostOfPole = 13;

inline constexpr int kSurfacePoints = 400;  ///< of a mesh: enough to see where it ends

inline bool isHelper(const Stage& stage, NodeIndex row)
{
    return row < std::ssize(stage.movers) && !stage.movers[row];
}

/// O(nodes + vertices), sampling a few frames of the range.
Stage stageOf(const Document& doc);

/// How thick a bone of this length in the world is drawn: half its width. What a bone hangs on may
/// scale it by any factor, so that only lengths in the world say how thick it should be. [m]
double boneRadius(const Stage& stage, double length);

/// Length in the world of a stick to `tip`, given in the space of a node. [m]
inline double worldLength(const WorldTransform& node, const Vec3& tip)
{
    return (node.linear * tip).norm();
}

/// From the unit stick, 1 long and 1 thick each way, to the bone from a node to its tip; it turns
/// about itself as the node does. @pre it has a length
Affine bonePlacement(const WorldTransform& node, const Vec3& tip, double radius);

/// Is it a camera or a light?
bool isSight(const Node& node);

/// What can be pointed at in an evaluation, and what a box around nodes holds.
/// @pre evaluation and stage are of doc
std::vector<Pickable> pickables(const Document& doc, const Stage& stage,
                                const Evaluation& evaluation, bool helpers = true);
Box boxAround(const Document& doc, const Evaluation& evaluation, const std::vector<NodeId>& nodes);

/// All that frame-all must show: heads and tips of the bones, surfaces, targets and poles; of other
/// nodes where there are none.
std::vector<Vec3> figurePoints(const Document& doc, const Evaluation& evaluation);

/// The direction that a motion is first looked at from: the front and a little from above, from the
/// side that it faces.
Camera defaultDirection(const Stage& stage);

/// Sees the whole motion from there.
Camera defaultCamera(const Stage& stage, const ViewSize& size);

}  // namespace posewright::ui

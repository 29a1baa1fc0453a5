#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"
#include "core/math/picking.h"

#include <vector>

namespace posewright::ui {

/// Sizes of symbols and helpers in the view, from the size of the figure, since files may use any
/// unit.
struct Stage {
    double figure = 1;  ///< extent of the figure in its motion, world [m]
    double scale = 1;   ///< scale of the figure in its motion relative to its rest pose
    Box motion;         ///< bounds of everything that moves, over the range
    LengthUnit unit = LengthUnit::Metre;
    /// By row: does the bone move a surface, or is it in the chain of a target? Others are helpers.
    std::vector<bool> movers;

    double targetRadius() const { return figure * 0.02; }
    double poleRadius() const { return figure * 0.014; }
    double jointRadius() const { return figure * 0.008; }
    /// Lengths up to noLength() are drawn as joints without a stick; gaps up to noGap() to the
    /// parent's tip are ignored. [m]
    double noLength() const { return figure * 1e-5; }
    double noGap() const { return figure * 1e-3; }
    double threadFrom() const
    {
        return figure * 0.004;
    }                          ///< distance of target and effector from which a thread is drawn [m]
    double gridStep() const;   ///< 1, 2 or 5 times a power of ten [m]
    double gridReach() const;  ///< half the side of the grid [m]
    double sceneSize() const;  ///< size that the clip planes must contain [m]
};

/// Maximum radii of the symbols of targets and poles. [px]
inline constexpr double kMostOfTarget = 18;
inline constexpr double kMostOfPole = 13;

inline constexpr int kSurfacePoints = 400;  ///< sample points of a mesh for its bounds

inline bool isHelper(const Stage& stage, NodeIndex row)
{
    return row < std::ssize(stage.movers) && !stage.movers[row];
}

/// O(nodes + vertices), sampling a few frames of the range.
Stage stageOf(const Document& doc);

/// Half the width of a bone with this world length. World lengths are used because parents may
/// scale a bone by any factor. [m]
double boneRadius(const Stage& stage, double length);

/// World length of a stick to `tip`, which is in the node's space. [m]
inline double worldLength(const WorldTransform& node, const Vec3& tip)
{
    return (node.linear * tip).norm();
}

/// The placement of a unit stick, 1 long and 1 thick, as the bone from a node to its tip, with the
/// node's roll. @pre the bone has a length
Affine bonePlacement(const WorldTransform& node, const Vec3& tip, double radius);

/// Is it a camera or a light?
bool isSight(const Node& node);

/// What can be picked in an evaluation, and the bounding box of nodes.
/// @pre evaluation and stage are of doc
std::vector<Pickable> pickables(const Document& doc, const Stage& stage,
                                const Evaluation& evaluation, bool helpers = true);
Box boxAround(const Document& doc, const Evaluation& evaluation, const std::vector<NodeId>& nodes);

/// The points that frameAll must show: heads and tips of bones, surfaces, targets and poles; other
/// nodes if there are none of these.
std::vector<Vec3> figurePoints(const Document& doc, const Evaluation& evaluation);

/// The bones and surfaces of a figure at sample frames of the range, as its keys have them: targets
/// move limbs, not the figure. World [m]. O(nodes + vertices).
std::vector<Vec3> motionPoints(const Document& doc);

/// The default view direction: from the front of the figure and slightly above.
Camera defaultDirection(const Stage& stage);

/// A camera in that direction that shows the whole motion.
Camera defaultCamera(const Stage& stage, const ViewSize& size);

}  // namespace posewright::ui

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
    double figure = 1;  ///< extent of the figure [m]
    Box motion;         ///< all that moves, over the range
    LengthUnit unit = LengthUnit::Metre;

    double targetRadius() const { return figure * 0.02; }
    double poleRadius() const { return figure * 0.014; }
    double jointRadius() const { return figure * 0.008; }
    double threadFrom() const { return figure * 0.004; }  ///< target and effector are apart [m]
    double gridStep() const;                              ///< 1, 2 or 5 times a power of ten [m]
    double gridReach() const;                             ///< half the side of the grid [m]
    double sceneSize() const;                             ///< what clip planes must hold [m]
};

/// O(nodes), sampling a few frames of the range.
Stage stageOf(const Document& doc);

/// How thick a bone of this length is drawn: half its width. [m]
double boneRadius(const Stage& stage, double length);

/// What can be pointed at in an evaluation, and what a box around nodes holds.
/// @pre evaluation is of doc
std::vector<Pickable> pickables(const Document& doc, const Stage& stage,
                                const Evaluation& evaluation);
Box boxAround(const Document& doc, const Evaluation& evaluation, const std::vector<NodeId>& nodes);

/// All that frame-all must show: heads and tips of the bones, targets and poles; of other nodes
/// where there are none.
std::vector<Vec3> figurePoints(const Document& doc, const Evaluation& evaluation);

/// The direction that a motion is first looked at from: the front and a little from above, from the
/// side that it faces.
Camera defaultDirection(const Stage& stage);

/// Sees the whole motion from there.
Camera defaultCamera(const Stage& stage, const ViewSize& size);

}  // namespace posewright::ui

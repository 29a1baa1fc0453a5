#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/math/gizmo.h"
#include "ui/viewport/overlay/canvas.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/view_settings.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace posewright::ui {

struct MotionFault;

/// What is looked at, for what is drawn flat over it. References are borrowed for the call.
struct OverlayScene {
    const Document& doc;
    const Evaluation* shown = nullptr;  ///< of doc; null: none yet
    const Stage& stage;
    Camera camera;
    ViewSize size;
    ViewState view;
    std::vector<NodeId> selected;  ///< the last one is the active one
    NodeId hovered = NodeId::None;
    const MotionFault* fault = nullptr;  ///< of the frame shown; null: none
};

/// What a tool shows of itself.
struct OverlayTool {
    std::optional<Gizmo> gizmo;
    GizmoPart hot = GizmoPart::None;             ///< handle held, or else under the pointer
    bool held = false;                           ///< only that handle is shown
    std::optional<QRectF> box;                   ///< of a box selection
    std::optional<std::pair<Vec3, Vec3>> guide;  ///< a line that a drag is held to
    QStringList readout;                         ///< beside the pointer
    Pixel pointer = Pixel::Zero();
};

/// All of it, in order.
void paintOverlay(Canvas& canvas, const OverlayScene& scene, const OverlayTool& tool);

/// Bones as lines, where the view asks for them; threads, bend planes, what is selected.
void paintFigure(Canvas& canvas, const OverlayScene& scene);
/// Outlines: a ring around targets and poles, the contour of bones. Colours are left to say how
/// targets fare.
void paintSelection(Canvas& canvas, const OverlayScene& scene);
/// Names of what is selected or under the pointer, and of all where the view asks for them. None
/// lies over another, over a text that is there already, over the figure, or over what is `taken`
/// [px]; one that had to go farther away has a line to its place. Where there is no room, that of
/// what is farther from the eye is left out; the one pointed at and the active one are written over
/// the figure rather than not at all.
void paintNames(Canvas& canvas, const OverlayScene& scene, std::vector<QRectF> taken = {});
/// What is looked at in words, the scale, the axes.
void paintHud(Canvas& canvas, const OverlayScene& scene);
/// Handles, box and the words at the pointer.
void paintTool(Canvas& canvas, const OverlayScene& scene, const OverlayTool& tool);

/// What the words at the pointer cover; empty: there are none.
QRectF readoutPlace(Canvas& canvas, const OverlayScene& scene, const OverlayTool& tool);

/// Radius of the ring around a selected target or pole that is seen at a place [px].
double selectionRing(const OverlayScene& scene, const Vec3& at);
/// Colour of the outlines of what is selected: that of no status.
QColor selectionColor();

/// Colours of the axes X, Y, Z.
QColor axisColor(int axis);

}  // namespace posewright::ui

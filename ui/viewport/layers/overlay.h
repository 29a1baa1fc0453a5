#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/math/gizmo.h"
#include "ui/viewport/draw/canvas.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/view_settings.h"

#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace posewright::ui {

struct MotionFault;

/// Selection, hover and view settings.
struct Emphasis {
    std::vector<NodeId> selected;  ///< the last one is the active one
    NodeId hovered = NodeId::None;
    ViewState view;

    bool isSelected(NodeId node) const;
};

/// What the current tool shows.
struct OverlayTool {
    std::optional<Gizmo> gizmo;
    GizmoPart hot = GizmoPart::None;  ///< handle that is dragged, or else under the pointer
    bool held = false;                ///< it is dragged: only that handle is shown
    std::optional<QRectF> box;        ///< of a box selection
    std::optional<std::pair<Vec3, Vec3>> guide;  ///< the line that constrains a drag
    std::optional<std::pair<Vec3, Vec3>> bone;   ///< the bone that a click would add
    bool mirrored = false;                       ///< and its mirror image
    int limit = -1;  ///< row of the limit's handle that is dragged or under the pointer; -1: none
    ConstraintId reach = ConstraintId::None;  ///< the dragged target, whose reach is shown
    QStringList readout;                      ///< beside the pointer
    Pixel pointer = Pixel::Zero();
};

/// Opacity of lines and symbols while something is dragged, as they lie over what is to be seen.
inline constexpr double kHeldStrength = 0.3;

/// The data for painting flat parts. References and pointers are borrowed for the call.
struct OverlayScene {
    const Document& doc;
    const Evaluation* shown = nullptr;  ///< of doc; null: none yet
    const Stage& stage;
    Camera camera;
    ViewSize size;
    Emphasis emphasis;
    const MotionFault* fault = nullptr;  ///< of the current frame; null: none
    const OverlayTool* tool = nullptr;   ///< the current tool; null: none, as in rendered pictures
    double covered = 0;  ///< [px] at the upper edge, by something that lies over the view

    /// Is there an evaluation that matches the document?
    bool hasPose() const { return shown && std::ssize(shown->world) == doc.scene->size(); }
};

}  // namespace posewright::ui

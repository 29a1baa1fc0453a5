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

/// What is picked out in a picture, and how it is looked at.
struct Emphasis {
    std::vector<NodeId> selected;  ///< the last one is the active one
    NodeId hovered = NodeId::None;
    ViewState view;

    bool isSelected(NodeId node) const;
};

/// What a tool shows of itself.
struct OverlayTool {
    std::optional<Gizmo> gizmo;
    GizmoPart hot = GizmoPart::None;             ///< handle held, or else under the pointer
    bool held = false;                           ///< only that handle is shown
    std::optional<QRectF> box;                   ///< of a box selection
    std::optional<std::pair<Vec3, Vec3>> guide;  ///< a line that a drag is held to
    std::optional<std::pair<Vec3, Vec3>> bone;   ///< that a click would make
    bool mirrored = false;                       ///< and its partner
    int limit = -1;  ///< row of the limit's handle under the pointer, or held; -1: none
    ConstraintId reach = ConstraintId::None;  ///< of the target that is dragged
    QStringList readout;                      ///< beside the pointer
    Pixel pointer = Pixel::Zero();
};

/// What is looked at, for what is painted flat over it. References and pointers are borrowed for
/// the call.
struct OverlayScene {
    const Document& doc;
    const Evaluation* shown = nullptr;  ///< of doc; null: none yet
    const Stage& stage;
    Camera camera;
    ViewSize size;
    Emphasis emphasis;
    const MotionFault* fault = nullptr;  ///< of the frame shown; null: none
    const OverlayTool* tool = nullptr;   ///< in hand; null: none, as in pictures

    /// There is an evaluation that fits the document.
    bool hasPose() const { return shown && std::ssize(shown->world) == doc.scene->size(); }
};

}  // namespace posewright::ui

#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/math/gizmo.h"
#include "core/operate/drag_bone.h"
#include "core/operate/grip.h"
#include "core/operate/hold.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/view_settings.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace posewright::ui {

using operate::actingOn;
using operate::Grip;
using operate::gripOf;
using operate::ownerOf;

/// The axes that handles of a node follow.
Mat3 axesFor(const Document& doc, const Evaluation& evaluation, NodeId node, Space space);

/// One drag from the press on, with the initial state of what is dragged. Gives all edits of the
/// drag so far, as Session expects of a gesture. Independent of windows.
class Manipulation {
public:
    enum class Kind { Move, Turn, Swing, Pull };

    /// Drags those of the nodes that can be moved or turned; empty() if none can. Swing turns one
    /// bone so that its point `grabbed` follows the pointer.
    Manipulation(const Document& doc, const Evaluation& shown, Kind kind,
                 const std::vector<NodeId>& nodes, const Gizmo& gizmo,
                 const Vec3& grabbed = Vec3::Zero());

    /// Drags one bone with its limb or the whole body. `drag` says which bone and how; its target
    /// place is set in each step.
    Manipulation(const Document& doc, std::shared_ptr<const Evaluation> shown,
                 const operate::DragBone& drag, const Gizmo& gizmo);

    bool empty() const noexcept { return held_.empty() && !pull_; }
    Kind kind() const noexcept { return kind_; }
    const Gizmo& gizmo() const noexcept { return gizmo_; }

    struct Step {
        std::vector<edit::Edit> edits;
        QString name;    ///< of the history step
        QString amount;  ///< for the readout: "0.12 m along X"
    };
    /// @param part handle, or the axis that constrains the drag
    /// @param snap   snaps to multiples of a tenth of the grid, or of 15 degrees
    /// @param touch  world [m]: where what leads a move goes, wherever the pointer is
    Step step(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
              GizmoPart part, bool snap, double frame, const Stage& stage,
              const std::optional<Vec3>& touch = {});
    /// Does it move things, so that it can take them to a surface?
    bool canTouch() const noexcept
    {
        return kind_ == Kind::Pull || (kind_ == Kind::Move && !held_.empty());
    }

    /// The bone that is dragged with its limb or body; null: something else is dragged.
    const operate::DragBone* pulled() const noexcept { return pull_ ? &pull_->drag : nullptr; }

    /// The steps of snapping. [m] [rad]
    static double moveStep(const Stage& stage) { return stage.gridStep() / 10; }
    static double turnStep();

private:
    QString stepName(const char* one, const char* several, double frame) const;
    Step moved(const Vec3& by, GizmoPart part, bool snap, double frame, const Stage& stage) const;
    Step turnedBy(const Quat& turn, double frame) const;
    Step pulledBy(const Vec3& by, GizmoPart part, bool snap, double frame,
                  const Stage& stage) const;

    /// The initial state of a bone dragged with its limb or body.
    struct Pull {
        Document doc;
        std::shared_ptr<const Evaluation> shown;
        operate::DragBone drag;
        Vec3 from = Vec3::Zero();  ///< world [m]
    };

    Kind kind_;
    Gizmo gizmo_;
    Vec3 grabbed_;
    std::vector<operate::HeldNode> held_;  ///< the last one leads
    std::optional<Pull> pull_;
    std::string lead_;  ///< its name
    double angle_ = 0;  ///< total angle so far, may exceed half a turn [rad]
};

}  // namespace posewright::ui

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

/// One drag, from the press on: what is held and where it was. Gives the edits that the whole drag
/// amounts to so far, as Session expects of a gesture. Knows no window.
class Manipulation {
public:
    enum class Kind { Move, Turn, Swing, Pull };

    /// Of those nodes that can be moved (turned). Swinging turns `active` alone, so that the point
    /// `grabbed` follows the pointer. Nothing is held where nothing can be.
    Manipulation(const Document& doc, const Evaluation& shown, Kind kind,
                 const std::vector<NodeId>& nodes, const Gizmo& gizmo,
                 const Vec3& grabbed = Vec3::Zero());

    /// Of one bone that its limb, or the whole body, follows. `drag` says what is dragged and how;
    /// where to comes with each step.
    Manipulation(const Document& doc, std::shared_ptr<const Evaluation> shown,
                 const operate::DragBone& drag, const Gizmo& gizmo);

    bool empty() const noexcept { return held_.empty() && !pull_; }
    Kind kind() const noexcept { return kind_; }
    const Gizmo& gizmo() const noexcept { return gizmo_; }

    struct Step {
        std::vector<edit::Edit> edits;
        QString name;    ///< of the history step
        QString amount;  ///< "0.12 m along X": for the pointer's label
    };
    /// @param part handle, or the axis that the drag is held to
    /// @param snap stop at multiples of a tenth of the grid, or of 15 degrees
    Step step(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
              GizmoPart part, bool snap, double frame, const Stage& stage);

    /// What snapping stops at. [m] [rad]
    static double moveStep(const Stage& stage) { return stage.gridStep() / 10; }
    static double turnStep();

private:
    QString stepName(const char* one, const char* several, double frame) const;
    Step moved(const Vec3& by, GizmoPart part, bool snap, double frame, const Stage& stage) const;
    Step turnedBy(const Quat& turn, double frame) const;
    Step pulledBy(const Vec3& by, GizmoPart part, bool snap, double frame,
                  const Stage& stage) const;

    /// A bone as it was when it was taken hold of to pull at.
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
    double angle_ = 0;  ///< turned so far, past half a turn, too [rad]
};

}  // namespace posewright::ui

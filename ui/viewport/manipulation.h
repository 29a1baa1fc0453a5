#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/math/gizmo.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/view_settings.h"

#include <QString>

#include <optional>
#include <vector>

namespace posewright::ui {

/// What can be done with a node at a frame by taking hold of it.
enum class Grip {
    None,
    Target,  ///< a target: moves and turns
    Pole,    ///< moves
    Root,    ///< a bone with none above it and under no target: moves and turns
    Joint,   ///< a bone under no target: turns
    Held,    ///< a bone that a target's limb owns at this frame
};
/// @pre evaluation is of doc
Grip gripOf(const Document& doc, const Evaluation& evaluation, NodeId node);

/// The constraint that decides how a bone lies at this frame; null: its own keys do.
const Constraint* ownerOf(const Document& doc, const Evaluation& evaluation, NodeIndex bone);

/// The constraint that brings this bone somewhere at this frame; null: none.
const Constraint* actingOn(const Document& doc, const Evaluation& evaluation, NodeId effector);

/// The axes that handles of a node follow.
Mat3 axesFor(const Document& doc, const Evaluation& evaluation, NodeId node, Space space);

/// One drag, from the press on: what is held and where it was. Says what edits the drag amounts to
/// so far, each time from the start, as Session wants of a gesture. Knows no window.
class Manipulation {
public:
    enum class Kind { Move, Turn, Swing };

    /// Of those nodes that can be moved (turned). Swinging turns `active` alone, so that the point
    /// `grabbed` follows the pointer. Nothing is held where nothing can be.
    Manipulation(const Document& doc, const Evaluation& shown, Kind kind,
                 const std::vector<NodeId>& nodes, const Gizmo& gizmo,
                 const Vec3& grabbed = Vec3::Zero());

    bool empty() const noexcept { return held_.empty(); }
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
    /// A contact that the target is in at this frame. Inside it only its own place counts, so that
    /// is what moves, and the keys at its ends with it, so that the limb comes there and leaves
    /// from there without a jump.
    struct InContact {
        double start = 0;
        double end = 0;
        Affine spaceInverse = Affine::Identity();
        Quat spaceRotation = Quat::Identity();
        struct Key {
            double frame = 0;
            Affine carry = Affine::Identity();  ///< of what it sticks to, from this frame to that
            Quat turn = Quat::Identity();
        };
        std::vector<Key> keys;
    };
    struct Held {
        NodeId node = NodeId::None;
        ConstraintId target = ConstraintId::None;  ///< None: keyed as a joint
        Vec3 position = Vec3::Zero();              ///< when grabbed, world
        Quat rotation = Quat::Identity();          ///< when grabbed, world
        Affine parentInverse = Affine::Identity();
        Quat parentRotation = Quat::Identity();
        std::string name;
        std::optional<InContact> contact;
    };

    static std::optional<InContact> contactAt(const Document&, const Evaluation&, ConstraintId);
    static void place(const Held&, double frame, const std::optional<Vec3>& position,
                      const std::optional<Quat>& rotation, std::vector<edit::Edit>& edits);
    QString stepName(const char* one, const char* several) const;
    Step moved(const Vec3& by, GizmoPart part, bool snap, double frame, const Stage& stage) const;
    Step turnedBy(const Quat& turn, double frame) const;

    Kind kind_;
    Gizmo gizmo_;
    Vec3 grabbed_;
    std::vector<Held> held_;  ///< the last one leads
    double angle_ = 0;        ///< turned so far, past half a turn, too [rad]
};

}  // namespace posewright::ui

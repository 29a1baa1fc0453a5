#pragma once

#include "ui/inspector/form.h"

#include <optional>

class QLineEdit;

namespace posewright::ui {

/// Name, parent, scale and placement at the playhead of one or several nodes. Targets are placed in
/// the world, other nodes in their parent, in world lengths.
/// Props without keys in this clip are placed at rest, all else is keyed.
class NodeForm final : public Form {
    Q_OBJECT

public:
    NodeForm(Session& session, Evaluator& evaluator);

private:
    /// The state when a gesture begins.
    struct GestureStart {
        NodeId node = NodeId::None;
        bool target = false;
        Vec3 position = Vec3::Zero();
        Quat rotation = Quat::Identity();
        Vec3 units = Vec3::Ones();  ///< world lengths of one unit along each axis of its space
    };

    bool fill() override;
    std::vector<GestureStart> placed() const;
    Maker mover(int axis);
    Maker turner(int axis);
    Maker scaler(int axis) const;
    /// What a change of props writes; empty: they are others.
    QString setsOf(const std::vector<GestureStart>& places) const;
    /// Can its scale be set? Not for bones, targets and skinned meshes.
    bool isScaled(NodeIndex row) const;
    Edits reparent(int row) const;
    void rename();
    QString kindOf(NodeIndex row) const;
    QString driversOf(NodeIndex row) const;
    /// When a pole acts, in words; empty: the node is no pole.
    QString bendsOf(NodeId pole) const;
    void fillParents(NodeIndex row);

    QLineEdit* name_;
    QLabel* kind_;
    QComboBox* parent_;
    std::vector<NodeId> parents_;  ///< rows of parent_
    std::array<NumberField*, 3> position_;
    std::array<NumberField*, 3> rotation_;
    std::array<NumberField*, 3> scale_;
    QLabel* sets_;  ///< what a change of a prop writes
    QLabel* driven_;
    QLabel* bends_;
};

}  // namespace posewright::ui

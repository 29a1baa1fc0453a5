#pragma once

#include "ui/inspector/form.h"

class QVBoxLayout;

namespace posewright::ui {

/// Further settings of selected targets: the axis of an aim, what a loop meets, pinned joints, and
/// stretch.
class ChainForm final : public Form {
    Q_OBJECT

public:
    ChainForm(Session& session, Evaluator& evaluator);

private:
    using Targets = std::vector<const Constraint*>;

    bool fill() override;
    void fillAxis(const Targets& targets);
    void fillPins(const Targets& targets);
    /// The state of a selected aim when a change of its axis begins.
    struct Aim {
        ConstraintId id = ConstraintId::None;
        NodeId star = NodeId::None;
        Vec3 axis = Vec3::UnitZ();
        WorldTransform eye;  ///< of the aiming bone
        double away = 0;     ///< [m] distance at which its target moves along; 0: it stays
    };
    std::vector<Aim> aims() const;
    static void look(const Aim& aim, const Vec3& axis, Edits& edits);
    Edits lookAlong(int row) const;
    Maker axisMaker(int axis) const;
    void addKindNumbers();
    void fillKindNumbers(const Targets& targets);
    Edits pin(NodeId joint, bool held) const;
    /// Joints below the roots of all these targets except their effectors, from the root down.
    std::vector<NodeId> pinnable(const Targets& targets) const;

    QComboBox* along_;
    std::array<NumberField*, 3> axis_;
    QLabel* meets_;
    QWidget* pins_;
    QVBoxLayout* pinRows_;
    std::vector<std::pair<NodeId, QString>> shownPins_;  ///< rows of pinRows_
    QComboBox* addPin_;
    std::vector<NodeId> offered_;  ///< rows of addPin_
    NumberField* stretch_;
    std::vector<NumberField*> numbers_;  ///< of kindNumbers()
};

}  // namespace posewright::ui

#pragma once

#include "ui/inspector/form.h"

class QVBoxLayout;

namespace posewright::ui {

/// What else selected targets ask of their chains: where an aim looks along, what a loop meets,
/// which joints are held still, how far bones stretch.
class ChainForm final : public Form {
    Q_OBJECT

public:
    ChainForm(Session& session, Evaluator& evaluator);

private:
    using Targets = std::vector<const Constraint*>;

    bool fill() override;
    void fillAxis(const Targets& targets);
    void fillPins(const Targets& targets);
    /// A selected aim as it is when its axis begins to change.
    struct Aim {
        ConstraintId id = ConstraintId::None;
        NodeId star = NodeId::None;
        Vec3 axis = Vec3::UnitZ();
        WorldTransform eye;  ///< of the bone that looks, and
        double away = 0;     ///< [m] how far before the bone its target moves along; 0: it stays
    };
    std::vector<Aim> aims() const;
    static void look(const Aim& aim, const Vec3& axis, Edits& edits);
    Edits lookAlong(int row) const;
    Maker axisMaker(int axis) const;
    Edits pin(NodeId joint, bool held) const;
    /// Joints below the roots of all these targets, but for their effectors, from the root on.
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
};

}  // namespace posewright::ui

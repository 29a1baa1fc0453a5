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
    Edits lookAlong(int row);
    Maker axisMaker(int axis);
    void addKindNumbers();
    void fillKindNumbers(const Targets& targets);
    Edits pin(NodeId joint, bool held);
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

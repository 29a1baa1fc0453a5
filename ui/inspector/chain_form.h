#pragma once

#include "ui/inspector/form.h"

class QVBoxLayout;

namespace posewright::ui {

/// Further settings of selected targets: joints that are held still, and stretch.
class ChainForm final : public Form {
    Q_OBJECT

public:
    ChainForm(Session& session, Evaluator& evaluator);

private:
    using Targets = std::vector<const Constraint*>;

    bool fill() override;
    void fillPins(const Targets& targets);
    Edits pin(NodeId joint, bool held);
    /// Joints below the roots of all these targets except their effectors, from the root down.
    std::vector<NodeId> pinnable(const Targets& targets) const;

    QWidget* pins_;
    QVBoxLayout* pinRows_;
    std::vector<std::pair<NodeId, QString>> shownPins_;  ///< rows of pinRows_
    QComboBox* addPin_;
    std::vector<NodeId> offered_;  ///< rows of addPin_
    NumberField* stretch_;
};

}  // namespace posewright::ui

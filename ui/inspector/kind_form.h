#pragma once

#include "ui/inspector/form.h"

namespace posewright::ui {

/// What selected targets of one kind ask beyond a place: the side that an aim looks along, what a
/// loop meets, the numbers of a kind. Hidden for targets that only ask for a place.
class KindForm final : public Form {
    Q_OBJECT

public:
    KindForm(Session& session, Evaluator& evaluator);

private:
    using Targets = std::vector<const Constraint*>;

    bool fill() override;
    /// False: not all of them have an axis.
    bool fillAxis(const Targets& targets);
    Edits lookAlong(int row);
    Maker axisMaker(int axis);
    void addKindNumbers();
    /// False: there is no number that all of them have.
    bool fillKindNumbers(const Targets& targets);

    QComboBox* along_;
    std::array<NumberField*, 3> axis_;
    QLabel* meets_;
    std::vector<NumberField*> numbers_;  ///< of kindNumbers()
};

}  // namespace posewright::ui

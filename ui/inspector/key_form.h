#pragma once

#include "ui/inspector/form.h"

namespace posewright::ui {

/// The selected keys: their frame, their place where there is one, and how they are left.
class KeyForm final : public Form {
    Q_OBJECT

public:
    KeyForm(Session& session, Evaluator& evaluator);

private:
    bool fill() override;
    Maker valueMaker(int axis) const;

    NumberField* frame_;
    std::array<NumberField*, 3> value_;
    QWidget* valueRow_;
    QComboBox* shape_;
};

}  // namespace posewright::ui

#pragma once

#include "ui/inspector/form.h"

namespace posewright::ui {

/// The rest pose of a bone: its joint's place in the parent, and the end of its stick. Lengths are
/// world lengths, whatever the bone's scale.
class BoneForm final : public Form {
    Q_OBJECT

public:
    BoneForm(Session& session, Evaluator& evaluator);

private:
    bool fill() override;
    void addRoll();
    NodeIndex row() const;
    double roll() const;  ///< [degrees]

    std::array<NumberField*, 3> translation_;
    std::array<NumberField*, 3> rotation_;
    std::array<NumberField*, 3> tip_;
    NumberField* length_;
    NumberField* roll_;
};

}  // namespace posewright::ui

#pragma once

#include "ui/inspector/number_field.h"

#include <QWidget>

class QSlider;

namespace posewright::ui {

/// A number with a slider beside it. Both change the number of the field, whose signals tell of it:
/// a drag of the slider is one gesture, and so is a key pressed on it.
class SlidingNumber final : public QWidget {
    Q_OBJECT

public:
    /// The slider goes from `least` to `most`; the field takes any number.
    SlidingNumber(NumberField* field, double least, double most);

    NumberField* field() const { return field_; }
    void show(double value);

private:
    double value() const;

    NumberField* field_;
    QSlider* slider_;
    double least_;
    double most_;
    bool showing_ = false;  ///< the slider is set from outside
    bool held_ = false;
};

}  // namespace posewright::ui

#pragma once

#include "ui/inspector/number_field.h"

#include <QWidget>

class QSlider;

namespace posewright::ui {

/// A number with a slider beside it. Both change the field's number and emit its signals: a drag of
/// the slider, or a key press on it, is one gesture.
class SlidingNumber final : public QWidget {
    Q_OBJECT

public:
    /// The slider goes from `least` to `most`; the field takes any number.
    SlidingNumber(NumberField* field, double least, double most);

    NumberField* field() const { return field_; }
    void showValue(double value);

private:
    double value() const;

    NumberField* field_;
    QSlider* slider_;
    double least_;
    double most_;
    bool showing_ = false;  ///< the slider is being set by showValue()
    bool held_ = false;
};

}  // namespace posewright::ui

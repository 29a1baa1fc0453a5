#include "ui/inspector/sliding_number.h"

#include "ui/inspector/still_wheel.h"

#include <QHBoxLayout>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr int kSteps = 1000;
constexpr int kFieldWidth = 62;  ///< [px]

}  // namespace

SlidingNumber::SlidingNumber(NumberField* field, double least, double most) :
    field_(field), slider_(new QSlider(Qt::Horizontal)), least_(least), most_(most)
{
    slider_->setObjectName(field->objectName() + QStringLiteral("Slider"));
    slider_->setAccessibleName(field->accessibleName());
    slider_->setRange(0, kSteps);
    slider_->setSingleStep(kSteps / 100);
    slider_->setPageStep(kSteps / 10);
    slider_->setFocusPolicy(Qt::TabFocus);
    slider_->setMinimumWidth(48);
    field_->setFixedWidth(kFieldWidth);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    line->addWidget(slider_, 1);
    line->addWidget(field_);
    leaveWheelToPanel(*slider_);
    connect(slider_, &QSlider::sliderPressed, this, [this] {
        held_ = true;
        emit field_->began();
    });
    connect(slider_, &QSlider::valueChanged, this, [this] {
        if (showing_) return;
        if (!held_) emit field_->began();
        emit field_->changed(value());
        if (!held_) emit field_->ended();
    });
    connect(slider_, &QSlider::sliderReleased, this, [this] {
        held_ = false;
        emit field_->ended();
    });
}

double SlidingNumber::value() const
{
    return least_ + (most_ - least_) * slider_->value() / kSteps;
}

void SlidingNumber::showValue(double value)
{
    field_->showValue(value);
    if (held_) return;
    showing_ = true;
    const double share = std::clamp((value - least_) / (most_ - least_), 0.0, 1.0);
    slider_->setValue(static_cast<int>(std::lround(share * kSteps)));
    showing_ = false;
}

}  // namespace posewright::ui

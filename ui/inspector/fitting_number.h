#pragma once

#include <QString>

#include <functional>

namespace posewright::ui {

/// The number with as many of `decimals` as fit, without zeros at their end; where not even the
/// whole number does, the digits that fit and an exponent: "-1.2e9". Never part of a number.
QString fittingNumber(double value, int decimals, const std::function<bool(const QString&)>& fits);

}  // namespace posewright::ui

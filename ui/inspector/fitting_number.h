#pragma once

#include <QString>

#include <functional>

namespace posewright::ui {

/// The number with as many of `decimals` as fit, without trailing zeros; if not even the integer
/// part fits, in exponent form: "-1.2e9". Never a truncated number.
QString fittingNumber(double value, int decimals, const std::function<bool(const QString&)>& fits);

}  // namespace posewright::ui

#include "ui/inspector/fitting_number.h"

#include "core/base/number.h"

#include <cmath>

namespace posewright::ui {

namespace {

QString withDecimals(double value, int decimals)
{
    std::string text = toFixed(value, decimals);
    if (text.find('.') != std::string::npos) {
        while (text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
    }
    return QString::fromStdString(text == "-0" ? "0" : text);
}

/// "-1.2e9" with at most this many digits after the point.
QString withExponent(double value, int digits)
{
    const double power = value == 0 ? 0 : std::floor(std::log10(std::abs(value)));
    return withDecimals(value / std::pow(10, power), digits) + u'e' +
           QString::fromStdString(toFixed(power, 0));
}

}  // namespace

QString fittingNumber(double value, int decimals, const std::function<bool(const QString&)>& fits)
{
    for (int i = decimals; i >= 0; --i)
        if (QString text = withDecimals(value, i); fits(text)) return text;
    constexpr int kMostDigits = 6;
    for (int i = kMostDigits; i > 0; --i)
        if (QString text = withExponent(value, i); fits(text)) return text;
    return withExponent(value, 0);
}

}  // namespace posewright::ui

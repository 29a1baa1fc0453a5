#include "ui/look/contrast.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

/// WCAG 2.1, relative luminance.
double luminance(const QColor& color)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

}  // namespace

double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    return QColor::fromRgbF(static_cast<float>(a.redF() * (1 - share) + b.redF() * share),
                            static_cast<float>(a.greenF() * (1 - share) + b.greenF() * share),
                            static_cast<float>(a.blueF() * (1 - share) + b.blueF() * share));
}

QColor standingOut(const QColor& ground, const QColor& ink, double least)
{
    constexpr int kSteps = 255;
    for (int i = 1; i < kSteps; ++i) {
        const QColor color = mixed(ground, ink, static_cast<double>(i) / kSteps);
        if (contrast(color, ground) >= least) return color;
    }
    return ink;
}

}  // namespace posewright::ui

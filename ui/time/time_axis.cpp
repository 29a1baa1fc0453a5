#include "ui/time/time_axis.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui {

TimeAxis TimeAxis::zoomed(double x, double factor) const
{
    TimeAxis axis;
    axis.pixelsPerFrame = std::clamp(pixelsPerFrame * factor, kLeast, kMost);
    axis.left = frame(x) - x / axis.pixelsPerFrame;
    return axis;
}

TimeAxis TimeAxis::scrolled(double pixels) const
{
    return {left + pixels / pixelsPerFrame, pixelsPerFrame};
}

TimeAxis TimeAxis::fitting(double start, double end, double width)
{
    constexpr double kAir = 24;  // [px] at each end
    TimeAxis axis;
    const double frames = std::max(1.0, end - start);
    axis.pixelsPerFrame = std::clamp((width - 2 * kAir) / frames, kLeast, kMost);
    axis.left = start - kAir / axis.pixelsPerFrame;
    return axis;
}

int TimeAxis::labelStep(double pixels) const
{
    const double frames = pixels / pixelsPerFrame;
    int power = 1;
    for (;;) {
        for (const int factor : {1, 2, 5})
            if (power * factor >= frames) return power * factor;
        if (power >= 100000000) return power;
        power *= 10;
    }
}

int TimeAxis::labelStepInSeconds(double pixels, double rate) const
{
    const double frames = pixels / pixelsPerFrame;
    const int second = std::max(1, static_cast<int>(std::lround(rate)));
    for (const int step : {1, 2, 5, 10, 20, 50})
        if (step >= frames && step < second && second % step == 0) return step;
    for (const int seconds : {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 36000})
        if (seconds * second >= frames) return seconds * second;
    return 360000 * second;
}

namespace {

QString written(double frame, double rate, bool always)
{
    const double per = std::max(1.0, std::round(rate));
    const bool negative = frame < 0;
    const double whole = std::abs(frame);
    const double seconds = std::floor(whole / per);
    const double rest = whole - seconds * per;
    QString text = negative ? QStringLiteral("-") : QString();
    text += QString::number(static_cast<qint64>(seconds / 60)) + u':' +
            QStringLiteral("%1").arg(static_cast<int>(std::fmod(seconds, 60)), 2, 10, QChar(u'0'));
    if (always || rest > 0) {
        text += u'+' + QStringLiteral("%1").arg(static_cast<int>(rest), per > 100 ? 3 : 2, 10,
                                                QChar(u'0'));
        if (rest != std::floor(rest))
            text += QString::number(rest - std::floor(rest), 'g', 3).mid(1);
    }
    return text;
}

}  // namespace

QString TimeFormat::text(double frame) const
{
    return seconds ? written(frame, rate, true) : QString::number(frame, 'g', 8);
}

QString TimeFormat::shortText(double frame) const
{
    return seconds ? written(frame, rate, false) : QString::number(frame, 'g', 8);
}

}  // namespace posewright::ui

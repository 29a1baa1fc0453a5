#include "ui/timeline/time_axis.h"

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

}  // namespace posewright::ui

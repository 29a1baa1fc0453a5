#pragma once

#include <QString>

namespace posewright::ui {

/// Maps frames to x positions. A value.
struct TimeAxis {
    double left = 0;            ///< frame at x = 0
    double pixelsPerFrame = 8;  ///< in [kLeast, kMost]

    static constexpr double kLeast = 0.02;
    static constexpr double kMost = 64;

    double x(double frame) const { return (frame - left) * pixelsPerFrame; }
    double frame(double x) const { return left + x / pixelsPerFrame; }

    /// Zooms; the frame under `x` stays there.
    TimeAxis zoomed(double x, double factor) const;
    TimeAxis scrolled(double pixels) const;
    /// Shows [start, end] in `width` pixels with a margin at both ends.
    static TimeAxis fitting(double start, double end, double width);

    /// Frames between labels of the ruler that are at least `pixels` apart: 1, 2 or 5 times a power
    /// of ten, at least 1.
    int labelStep(double pixels) const;
    /// The same for labels in seconds: whole seconds if possible, else 1, 2 or 5 times a power of
    /// ten frames, preferably a divisor of the frames in a second.
    int labelStepInSeconds(double pixels, double rate) const;
};

/// How frames are displayed.
struct TimeFormat {
    bool seconds = false;  ///< "0:01+12" is 12 frames after the first second
    double rate = 24;      ///< [frames/s]

    QString text(double frame) const;
    /// As above, without the frames if they are 0.
    QString shortText(double frame) const;
};

}  // namespace posewright::ui

#pragma once

#include <QString>

namespace posewright::ui {

/// Where frames lie along the width of the timeline. A value.
struct TimeAxis {
    double left = 0;            ///< frame at x = 0
    double pixelsPerFrame = 8;  ///< in [kLeast, kMost]

    static constexpr double kLeast = 0.02;
    static constexpr double kMost = 64;

    double x(double frame) const { return (frame - left) * pixelsPerFrame; }
    double frame(double x) const { return left + x / pixelsPerFrame; }

    /// The frame under `x` stays there.
    TimeAxis zoomed(double x, double factor) const;
    TimeAxis scrolled(double pixels) const;
    /// Shows [start, end] over `width` pixels with some air at both ends.
    static TimeAxis fitting(double start, double end, double width);

    /// Frames between two labels of the ruler so that they stand `pixels` apart or more: 1, 2 or 5
    /// times a power of ten, at least 1.
    int labelStep(double pixels) const;
    /// The same where labels tell seconds: whole seconds are preferred, and below them 1, 2 or 5
    /// times a power of ten frames that the second is a multiple of, if there are any.
    int labelStepInSeconds(double pixels, double rate) const;
};

/// How frames are written for people.
struct TimeFormat {
    bool seconds = false;  ///< "0:01+12" is 12 frames after the first second
    double rate = 24;      ///< [frames/s]

    QString text(double frame) const;
    /// As above, and without frames where they are none.
    QString shortText(double frame) const;
};

}  // namespace posewright::ui

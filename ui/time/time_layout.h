#pragma once

#include "core/motion/clip.h"
#include "ui/time/time_axis.h"

#include <QFont>
#include <QPointF>
#include <QSize>

#include <vector>

namespace posewright::ui {

/// The geometry of a time canvas [px]. Heights follow the font. From the top: ruler, lane of the
/// range, lane of the markers, strip of the problems, content; with names on the left.
struct TimeLayout {
    QSize size;
    int nameWidth = 160;
    int rulerHeight = 24;
    int rangeHeight = 9;
    int markerHeight = 0;  ///< 0: there are none
    int stripHeight = 10;
    int scrollY = 0;  ///< of the content
    TimeAxis axis;    ///< x = 0 at the right edge of the names

    static TimeLayout forFont(const QFont& font);

    int rangeTop() const { return rulerHeight; }
    int markerTop() const { return rangeTop() + rangeHeight; }
    int stripTop() const { return markerTop() + markerHeight; }
    int contentTop() const { return stripTop() + stripHeight; }
    /// Below the lanes and not on the divider.
    bool isContent(const QPointF& at) const { return at.y() >= contentTop() && !isDivider(at); }
    bool isDivider(const QPointF& at) const;
    double frameX(double frame) const { return nameWidth + axis.x(frame); }
    double frameAt(double x) const { return axis.frame(x - nameWidth); }
};

/// What is under a point of a time canvas. Content is not resolved further.
struct TimeHit {
    enum class Part {
        Nothing,
        Ruler,
        RangeStart,
        RangeEnd,
        RangeBody,
        Lane,  ///< an empty place on the lane of range or markers
        Marker,
        Strip,
        Divider,  ///< the right edge of the names
        Content   ///< including its names
    };
    Part part = Part::Nothing;
    int marker = -1;  ///< row of Clip::markers

    bool operator==(const TimeHit&) const = default;
};

/// What can be hit above the content. Borrowed for the call.
struct TimeHitScene {
    const std::vector<Marker>& markers;
    double start = 0;  ///< of the range that plays
    double end = 0;
};

/// Markers are hit within 8 pixels to each side, the nearest first; ends of the range within 7,
/// from outside, too.
TimeHit hitTest(const TimeLayout& layout, const TimeHitScene& scene, const QPointF& at);

}  // namespace posewright::ui

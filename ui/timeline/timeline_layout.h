#pragma once

#include "ui/models/timeline_model.h"
#include "ui/timeline/time_axis.h"

#include <QFont>
#include <QRect>

#include <optional>
#include <vector>

namespace posewright::ui {

/// Where the parts of the timeline lie. Heights follow the font. From the top: ruler, lane of the
/// range, lane of the markers, strip of the problems, rows; the names at the left of all of it.
struct TimelineLayout {
    QSize size;
    int nameWidth = 160;
    int rulerHeight = 24;
    int rangeHeight = 9;
    int markerHeight = 0;  ///< 0: there are none
    int stripHeight = 10;
    int rowHeight = 24;
    int indent = 14;
    int scrollY = 0;
    TimeAxis axis;  ///< x = 0 at the right edge of the names

    static TimelineLayout forFont(const QFont& font);

    int rangeTop() const { return rulerHeight; }
    int markerTop() const { return rangeTop() + rangeHeight; }
    int stripTop() const { return markerTop() + markerHeight; }
    int rowsTop() const { return stripTop() + stripHeight; }
    QRect rowRect(int row) const;   ///< whole width, scrolled
    QRect spanRect(int row) const;  ///< where bars lie, whole width
    int rowAt(double y) const;      ///< may be beyond the last one; -1: above the first
    double frameX(double frame) const { return nameWidth + axis.x(frame); }
    double frameAt(double x) const { return axis.frame(x - nameWidth); }
};

/// The frame around several selected keys: handles at its ends scale them.
struct KeyFrameBox {
    double first = 0;  ///< [frame]
    double last = 0;
    int top = 0;  ///< rows
    int bottom = 0;
};
/// Nothing where less than two frames are selected.
std::optional<KeyFrameBox> keyFrameBox(const std::vector<TimelineRow>& rows,
                                       const std::vector<std::vector<double>>& selected);
QRectF rectOf(const TimelineLayout& layout, const KeyFrameBox& box);

/// What lies under a point of the timeline.
struct TimelineHit {
    enum class Part {
        Nothing,
        Ruler,
        RangeStart,
        RangeEnd,
        RangeBody,
        Lane,  ///< of range or markers, beside what is on it
        Marker,
        Strip,
        Divider,   ///< the right edge of the names
        Expander,  ///< of a row
        Name,
        Key,
        BoxStart,  ///< the handles of the frame around keys
        BoxEnd,
        SpanStart,
        SpanEnd,
        FadeIn,
        FadeOut,
        Span,
        Box,
        Row
    };
    Part part = Part::Nothing;
    int row = -1;
    int key = -1;     ///< row of TimelineRow::keys
    int span = -1;    ///< row of TimelineRow::spans
    int marker = -1;  ///< row of Clip::markers

    bool operator==(const TimelineHit&) const = default;
};

/// A span, or one of its handles.
bool isSpan(TimelineHit::Part part);

/// What can be hit beside the rows. Borrowed for the call.
struct HitScene {
    const std::vector<TimelineRow>& rows;
    const std::vector<Marker>& markers;
    double start = 0;  ///< of the range that plays
    double end = 0;
    std::optional<KeyFrameBox> box;
    const std::vector<SpanRef>& selectedSpans;  ///< only these show the handles of their fades
};

/// Keys win over the handles of their frame, then ends of spans, fades, bodies, the frame's inside.
/// Keys are hit within 8 pixels each way, the nearest first; ends of spans within 6, and 6 beyond a
/// key that lies on one.
TimelineHit hitTest(const TimelineLayout& layout, const HitScene& scene, const QPointF& at);

/// The key of a row that is nearest to x, within `reach` pixels; -1: none.
int keyNear(const TimelineLayout& layout, const TimelineRow& row, double x, double reach);

/// x of the handles of a span's fades.
double fadeInX(const TimelineLayout& layout, const Span& span);
double fadeOutX(const TimelineLayout& layout, const Span& span);

}  // namespace posewright::ui

#pragma once

#include "core/ik/solver.h"
#include "ui/session/motion_watch.h"
#include "ui/timeline/glyphs.h"
#include "ui/timeline/row_cache.h"
#include "ui/timeline/timeline_layout.h"

#include <functional>
#include <optional>
#include <unordered_map>

class QPainter;

namespace posewright::ui {

/// A place that the keyboard stands on: a name, or what is at a frame.
struct TimelineCursor {
    int row = 0;
    std::optional<double> frame;
};

/// Everything that is painted: plain data, borrowed for the call.
struct TimelinePicture {
    const TimelineLayout& layout;
    const std::vector<TimelineRow>& rows;
    const std::vector<std::vector<double>>& selectedFrames;  ///< one list per row, sorted
    const std::vector<Marker>& markers;
    const std::unordered_map<int, ik::Status>& strip;
    const TimelineColors& colors;
    const QFont& font;

    const MotionWatch::Faults* faults = nullptr;  ///< null: none
    TimeFormat format{};
    double playhead = 0;
    double start = 0;  ///< of what plays
    double end = 0;
    bool preview = false;  ///< what plays is not the whole range
    bool hasTargets = true;
    std::function<bool(const TimelineRow&)> rowSelected{};
    std::function<bool(const TimelineRow&)> rowLoose{};  ///< moved without a key
    std::function<bool(const SpanRef&)> spanSelected{};
    std::function<bool(double)> markerSelected{};
    std::function<ik::Status(const TimelineRow&)> status{};
    std::optional<KeyFrameBox> box{};
    std::optional<TimelineCursor> cursor{};
    TimelineHit hovered{};
    QRectF rubber{};    ///< of a box selection; empty: none
    QString readout{};  ///< of a drag; empty: none
    QPointF readoutAt{};
};

/// What is kept from one painting to the next.
struct TimelineCache {
    GlyphCache glyphs;
    RowCache rows;
};

void paintTimeline(QPainter& painter, const TimelinePicture& picture, TimelineCache& cache,
                   qreal pixelRatio);

/// Where the playhead's label lies: whole in view wherever the playhead is; empty where it is not.
QRectF playheadFlag(const TimelinePicture& picture);

// Its parts, each over its own piece of the canvas.
void paintRows(QPainter& painter, const TimelinePicture& p, TimelineCache& cache, qreal ratio);
void paintSpan(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs, qreal ratio,
               int row, int span);
void paintHeader(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs, qreal ratio);
void paintStrip(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs, qreal ratio);
void paintNames(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs);

}  // namespace posewright::ui

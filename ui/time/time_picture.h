#pragma once

#include "core/ik/solver.h"
#include "ui/session/motion_watch.h"
#include "ui/time/patterns.h"
#include "ui/time/time_colors.h"
#include "ui/time/time_layout.h"

#include <QRect>
#include <QString>

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

class QPainter;

namespace posewright::ui {

/// Where the keyboard cursor is drawn: at the name of a row or at a frame.
struct TimeCursorMark {
    QRect row;  ///< in pixels of the canvas
    std::optional<double> frame;
};

/// What is painted around and over the content of a canvas: plain data, borrowed for the call.
struct TimePicture {
    const TimeLayout& layout;
    const std::vector<Marker>& markers;
    const std::unordered_map<int, ik::Status>& strip;
    const TimeColors& colors;
    const QFont& font;

    const MotionWatch::Faults* faults = nullptr;  ///< null: none
    TimeFormat format{};
    double playhead = 0;
    double start = 0;  ///< of what plays
    double end = 0;
    bool preview = false;  ///< a preview range plays
    std::function<bool(double)> markerSelected{};
    std::optional<TimeCursorMark> cursor{};
    TimeHit hovered{};
    QRectF rubber{};    ///< of a box selection; empty: none
    QString readout{};  ///< of a drag; empty: none
    QPointF readoutAt{};
};

/// Paints a canvas. `content` paints the area below the lanes, clipped to it; `names` paints the
/// names beside it.
void paintTime(QPainter& painter, const TimePicture& picture, PatternCache& patterns,
               qreal pixelRatio, const std::function<void()>& content,
               const std::function<void()>& names);

/// Frames between the labels of the ruler and between the grid lines.
int gridStep(const TimePicture& picture);

/// The rectangle of the playhead's label, moved to be fully visible; empty if the playhead is not
/// in view.
QRectF playheadFlag(const TimePicture& picture);

// Its parts, each over its own piece of the canvas.
void paintHeader(QPainter& painter, const TimePicture& p, PatternCache& patterns, qreal ratio);
void paintStrip(QPainter& painter, const TimePicture& p, PatternCache& patterns, qreal ratio);

}  // namespace posewright::ui

#pragma once

#include "ui/models/timeline_model.h"
#include "ui/timeline/time_axis.h"

#include <QFont>
#include <QPalette>
#include <QPixmap>
#include <QRect>

#include <functional>
#include <unordered_map>
#include <vector>

class QPainter;

namespace posewright::ui {

/// Where the parts of the timeline lie. Heights follow the font.
struct TimelineLayout {
    QSize size;
    int nameWidth = 160;
    int rulerHeight = 24;
    int stripHeight = 10;
    int rowHeight = 24;
    int scrollY = 0;
    TimeAxis axis;  ///< x = 0 at the right edge of the names

    static TimelineLayout forFont(const QFont& font);

    int rowsTop() const { return rulerHeight + stripHeight; }
    QRect rowRect(int row) const;  ///< whole width, scrolled
    double frameX(double frame) const { return nameWidth + axis.x(frame); }
    double frameAt(double x) const { return axis.frame(x - nameWidth); }
};

/// What lies under a point of the timeline.
struct TimelineHit {
    enum class Part { Nothing, Ruler, Strip, Name, Key, Row };
    Part part = Part::Nothing;
    int row = -1;
    int key = -1;  ///< row of TimelineRow::keys
};

/// Keys are hit within 8 pixels each way, the nearest first; they win over what lies behind.
TimelineHit hitTest(const TimelineLayout& layout, const std::vector<TimelineRow>& rows,
                    const QPointF& at);

/// Keys whose middle lies inside a rectangle.
std::vector<edit::KeyRef> keysInside(const TimelineLayout& layout,
                                     const std::vector<TimelineRow>& rows, const QRectF& rect);

/// Everything that the painter reads: plain data, borrowed for the call.
struct TimelinePicture {
    const TimelineLayout& layout;
    const std::vector<TimelineRow>& rows;
    double playhead = 0;
    double start = 0;  ///< range
    double end = 0;
    const std::unordered_map<int, ik::Status>& strip;
    std::function<bool(const edit::KeyRef&)> keySelected;
    std::function<bool(const TimelineRow&)> rowSelected;
    std::function<ik::Status(const TimelineRow&)> status;
    TimelineHit hovered;
    QRectF box;  ///< of a box selection; empty: none
    QPalette palette;
    QFont font;
};

/// Draws the signs of keys once for each look and copies them ever after.
class GlyphCache {
public:
    const QPixmap& get(Glyph glyph, bool selected, bool hovered, bool dim, int size, qreal ratio,
                       const QPalette& palette);

private:
    std::unordered_map<quint64, QPixmap> pixmaps_;
};

void paintTimeline(QPainter& painter, const TimelinePicture& picture, GlyphCache& glyphs,
                   qreal pixelRatio);

}  // namespace posewright::ui

#pragma once

#include "ui/time/time_picture.h"
#include "ui/timeline/glyphs.h"
#include "ui/timeline/row_cache.h"
#include "ui/timeline/timeline_layout.h"

#include <functional>
#include <optional>

class QPainter;

namespace posewright::ui {

/// What is painted of rows of keys and spans: plain data, borrowed for the call.
struct TimelinePicture {
    const TimePicture& time;  ///< of the canvas around them
    const TimelineLayout& layout;
    const std::vector<TimelineRow>& rows;
    const std::vector<std::vector<double>>& selectedFrames;  ///< one list per row, sorted
    const TimelineColors& colors;

    bool hasTargets = true;
    std::function<bool(const TimelineRow&)> rowSelected{};
    std::function<bool(const TimelineRow&)> rowUnkeyed{};  ///< has an unkeyed move
    std::function<bool(const SpanRef&)> spanSelected{};
    std::function<ik::Status(const TimelineRow&)> status{};
    struct LayerState {
        bool on = true;
        bool solo = false;
        bool acts = true;      ///< it is on, and not silenced by a solo layer
        bool written = false;  ///< a key on recorded motion would go to it
        bool chosen = false;
        double weight = 1;  ///< at the playhead
    };
    std::function<LayerState(const TimelineRow&)> layer{};  ///< of a layer's row
    std::optional<KeyFrameBox> box{};
    TimelineHit hovered{};
};

/// Caches kept between paintings.
struct TimelineCache {
    GlyphCache glyphs;
    PatternCache patterns;
    RowCache rows;
};

/// Paints the rows, right of their names. The painter is clipped to the visible area.
void paintRows(QPainter& painter, const TimelinePicture& p, TimelineCache& cache, qreal ratio);
void paintSpan(QPainter& painter, const TimelinePicture& p, PatternCache& patterns, qreal ratio,
               int row, int span);
/// Paints the names. The painter is clipped to the visible area, on the names' background.
void paintNames(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs);

}  // namespace posewright::ui

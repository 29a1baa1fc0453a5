#pragma once

#include "ui/models/timeline_model.h"
#include "ui/time/time_layout.h"

#include <QRect>

#include <optional>
#include <vector>

namespace posewright::ui {

/// The geometry of the timeline's rows [px]. Heights follow the font.
struct TimelineLayout : TimeLayout {
    int rowHeight = 24;
    int indent = 14;

    static TimelineLayout forFont(const QFont& font);

    int rowsTop() const { return contentTop(); }
    QRect rowRect(int row) const;   ///< whole width, scrolled
    QRect spanRect(int row) const;  ///< area of the bars, whole width
    /// The switches of a layer's row, at the right end of its name.
    enum class Switch { On, Solo, Weight };
    QRect switchRect(int row, Switch which) const;
    int rowAt(double y) const;  ///< may be beyond the last one; -1: above the first
};

/// The box around several selected keys, with handles at its ends that scale them.
struct KeyFrameBox {
    double first = 0;  ///< [frame]
    double last = 0;
    int top = 0;  ///< rows
    int bottom = 0;
};
/// Nullopt if fewer than two frames are selected.
std::optional<KeyFrameBox> keyFrameBox(const std::vector<TimelineRow>& rows,
                                       const std::vector<std::vector<double>>& selected);
QRectF rectOf(const TimelineLayout& layout, const KeyFrameBox& box);

/// What is under a point of the rows or their names.
struct TimelineHit {
    enum class Part {
        Nothing,
        Expander,  ///< of a row
        Name,
        LayerOn,
        LayerSolo,
        LayerWeight,
        Key,
        BoxStart,  ///< the handles of the box around keys
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
    int key = -1;   ///< row of TimelineRow::keys
    int span = -1;  ///< row of TimelineRow::spans

    bool operator==(const TimelineHit&) const = default;
};

/// A span, or one of its handles.
bool isSpan(TimelineHit::Part part);

/// What can be hit. Borrowed for the call.
struct HitScene {
    const std::vector<TimelineRow>& rows;
    std::optional<KeyFrameBox> box;
    const std::vector<SpanRef>& selectedSpans;  ///< only these show the handles of their fades
};

/// Priority: keys, handles of their box, ends of spans, fades, bodies, inside of the box. Keys are
/// hit within 8 pixels to each side, the nearest first; ends of spans within 6, and 6 beyond a key
/// that is on one.
TimelineHit hitTest(const TimelineLayout& layout, const HitScene& scene, const QPointF& at);

/// The key of a row that is nearest to x, within `reach` pixels; -1: none.
int keyNear(const TimelineLayout& layout, const TimelineRow& row, double x, double reach);

/// x positions of the handles of a span's fades.
double fadeInX(const TimelineLayout& layout, const Span& span);
double fadeOutX(const TimelineLayout& layout, const Span& span);

}  // namespace posewright::ui

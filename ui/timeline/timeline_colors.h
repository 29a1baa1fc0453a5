#pragma once

#include "core/motion/clip.h"
#include "ui/time/time_colors.h"

namespace posewright::ui {

/// The colours of rows of keys and spans, in addition to those of the canvas.
struct TimelineColors : TimeColors {
    explicit TimelineColors(const QPalette& palette);

    QColor groundOdd;    ///< of every second row
    QColor groundGroup;  ///< of rows that summarise others
    QColor groundChosen;
    QColor namesChosen;
    QColor key;
    QColor keyDim;
    QColor keyHalo;  ///< around the edge, so that a dark key is visible on dark bars

    QColor span(SpanKind kind) const;
    /// The fill of a contact's bar on a row's background.
    QColor contactBar(const QColor& rowGround) const;

    /// Those of the canvas and of the rows.
    std::vector<std::pair<QColor, QColor>> texts() const;
};

}  // namespace posewright::ui

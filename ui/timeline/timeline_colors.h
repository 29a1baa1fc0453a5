#pragma once

#include "core/motion/clip.h"
#include "ui/time/time_colors.h"

namespace posewright::ui {

/// The colours of rows of keys and spans, beside those of the canvas that shows them.
struct TimelineColors : TimeColors {
    explicit TimelineColors(const QPalette& palette);

    QColor groundOdd;    ///< of every second row
    QColor groundGroup;  ///< of rows that stand for others
    QColor groundChosen;
    QColor namesChosen;
    QColor key;
    QColor keyDim;
    QColor keyHalo;  ///< around the edge: sets a dark key off from dark bars

    QColor span(SpanKind kind) const;
    /// What fills the bar of a contact on a row's ground.
    QColor contactBar(const QColor& rowGround) const;

    /// As of the canvas, and the rows' own.
    std::vector<std::pair<QColor, QColor>> texts() const;
};

}  // namespace posewright::ui

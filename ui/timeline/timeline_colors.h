#pragma once

#include "core/motion/clip.h"
#include "ui/look/contrast.h"
#include "ui/models/status_text.h"

#include <QColor>
#include <QPalette>

#include <vector>

namespace posewright::ui {

/// The colours of the timeline, from those of the window. Signs that carry a meaning are from the
/// palette that colour-blind people can tell apart (Okabe and Ito, 2008), and each has a shape or a
/// pattern as well.
struct TimelineColors {
    explicit TimelineColors(const QPalette& palette);

    QColor ground;       ///< of rows
    QColor groundOdd;    ///< of every second row
    QColor groundGroup;  ///< of rows that stand for others
    QColor groundChosen;
    QColor names;  ///< ground of the names, the ruler and the lanes
    QColor namesChosen;
    QColor text;
    QColor faintText;  ///< of what is less important; still readable
    QColor line;
    QColor tick;
    QColor key;
    QColor keyDim;
    QColor keyChosen;
    QColor keyEdge;
    QColor keyHalo;  ///< around the edge: sets a dark sign off from dark bars
    QColor playhead;
    QColor onPlayhead;  ///< text on it
    QColor marker;
    QColor range;
    QColor preview;
    QColor outside;  ///< laid over what does not play
    QColor box;
    QColor tip;
    QColor tipText;

    QColor span(SpanKind kind) const;
    /// What fills the bar of a contact on a row's ground.
    QColor contactBar(const QColor& rowGround) const;
    QColor strip(Mood mood) const;

    /// Every text with the ground that it stands on: what a test of readability checks.
    std::vector<std::pair<QColor, QColor>> texts() const;

private:
    bool dark_ = false;
};

}  // namespace posewright::ui

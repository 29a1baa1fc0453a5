#pragma once

#include "ui/look/contrast.h"
#include "ui/models/status_text.h"

#include <QColor>
#include <QPalette>

#include <utility>
#include <vector>

namespace posewright::ui {

/// The colours of a time canvas, from those of the window. Signs that carry a meaning are from the
/// palette that colour-blind people can tell apart (Okabe and Ito, 2008), and each has a shape or a
/// pattern as well.
struct TimeColors {
    explicit TimeColors(const QPalette& palette);

    bool dark = false;
    QColor ground;  ///< of the content
    QColor names;   ///< ground of the names, the ruler and the lanes
    QColor text;
    QColor faintText;  ///< of what is less important; still readable
    QColor line;
    QColor tick;
    QColor chosen;  ///< what is selected or under the pointer
    QColor edge;    ///< around symbols
    QColor playhead;
    QColor onPlayhead;  ///< text on it
    QColor marker;
    QColor range;
    QColor preview;
    QColor outside;  ///< laid over what does not play
    QColor box;
    QColor tip;
    QColor tipText;

    QColor strip(Mood mood) const;

    /// Every text with the ground that it stands on: what a test of readability checks.
    std::vector<std::pair<QColor, QColor>> texts() const;
};

}  // namespace posewright::ui

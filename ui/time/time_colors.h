#pragma once

#include "ui/look/contrast.h"
#include "ui/models/status_text.h"

#include <QColor>
#include <QPalette>

#include <utility>
#include <vector>

namespace posewright::ui {

/// The colours of a time canvas, derived from the window's palette. Colours with a meaning can be
/// distinguished by colour-blind people (Okabe and Ito, 2008), and each comes with a shape or
/// pattern.
struct TimeColors {
    explicit TimeColors(const QPalette& palette);

    bool dark = false;
    QColor ground;  ///< of the content
    QColor names;   ///< ground of the names, the ruler and the lanes
    QColor text;
    QColor faintText;  ///< less important text; still readable
    QColor line;
    QColor tick;
    QColor chosen;  ///< what is selected or under the pointer
    QColor edge;    ///< around symbols
    QColor playhead;
    QColor onPlayhead;  ///< text on it
    QColor marker;
    QColor range;
    QColor preview;
    QColor outside;  ///< drawn over what does not play
    QColor box;
    QColor tip;
    QColor tipText;

    QColor strip(Mood mood) const;

    /// Every text colour with its background, for a test of contrast.
    std::vector<std::pair<QColor, QColor>> texts() const;
};

}  // namespace posewright::ui

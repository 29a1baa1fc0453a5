#pragma once

#include <QColor>
#include <QIcon>

class QPalette;

namespace posewright::ui {

/// One of our own pictures (resources/icons), drawn in the colours of the palette and sharp at any
/// scale of the screen. Name without folder and ending.
QIcon icon(const char* name);

/// What a picture is drawn with where it cannot be used: as far from the ink of the others as from
/// the ground, 3:1 and more.
QColor disabledInk(const QPalette& palette);

}  // namespace posewright::ui

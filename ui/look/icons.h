#pragma once

#include <QColor>
#include <QIcon>

class QPalette;

namespace posewright::ui {

/// One of our own icons (resources/icons), in the colours of the palette and sharp at any screen
/// scale. Name without folder and extension.
QIcon icon(const char* name);

/// The colour of disabled icons: contrast 3:1 or more against the background, and as far from the
/// ink of enabled ones.
QColor disabledInk(const QPalette& palette);

}  // namespace posewright::ui

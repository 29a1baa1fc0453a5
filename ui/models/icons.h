#pragma once

#include <QIcon>

namespace posewright::ui {

/// One of our own pictures (resources/icons), drawn in the colours of the palette and sharp at any
/// scale of the screen. Name without folder and ending.
QIcon icon(const char* name);

}  // namespace posewright::ui

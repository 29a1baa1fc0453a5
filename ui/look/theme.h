#pragma once

#include <QPalette>

class QApplication;

namespace posewright::ui {

enum class Theme { System, Light, Dark };

/// Is this a dark palette: is the window darker than its text? Qt 6.4 has no other way to tell.
bool isDark(const QPalette& palette);

/// Our colours. Text has a contrast of 7:1 or more, disabled or secondary text 4.5:1.
QPalette paletteOf(bool dark);

/// The user's choice, from the program's settings.
Theme chosenTheme();
void chooseTheme(Theme theme);

/// Applies the Fusion style with our colours, as chosen, or dark if the desktop is dark.
void applyTheme(QApplication& application);
/// The same with a given theme, ignoring the settings.
void applyTheme(QApplication& application, Theme theme);

}  // namespace posewright::ui

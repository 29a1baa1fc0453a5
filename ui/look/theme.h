#pragma once

#include <QPalette>

class QApplication;

namespace posewright::ui {

enum class Theme { System, Light, Dark };

/// Are things dark on this palette? Qt 6.4 does not say it otherwise: the window is darker than
/// what is written on it.
bool isDark(const QPalette& palette);

/// Our colours. Text stands out from its ground by 7:1 or more, and by 4.5:1 where it is disabled
/// or secondary.
QPalette paletteOf(bool dark);

/// What the user chose, in the program's settings.
Theme chosenTheme();
void chooseTheme(Theme theme);

/// Fusion in our colours: those chosen, or as dark as the desktop is.
void applyTheme(QApplication& application);
/// The same in colours that are named, whatever the settings say.
void applyTheme(QApplication& application, Theme theme);

}  // namespace posewright::ui

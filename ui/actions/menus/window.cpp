#include "ui/actions/desk.h"
#include "ui/actions/menus/menus.h"
#include "ui/desk/theme.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

std::vector<ActionRow> window()
{
    return {
        {"window.start",
         "Window",
         QT_TRANSLATE_NOOP("Actions", "&Start Page"),
         QT_TRANSLATE_NOOP("Actions", "Samples, recent files and how to begin"),
         "start",
         {},
         nullptr,
         [](Desk& d) { d.showStartPage(); }},
        {"window.resetLayout",
         "Window",
         QT_TRANSLATE_NOOP("Actions", "Reset &Layout"),
         QT_TRANSLATE_NOOP("Actions", "Put all panels back where they were at first"),
         "layout",
         {},
         nullptr,
         [](Desk& d) { d.resetLayout(); }},
        {"window.system",
         "Window/Colours",
         QT_TRANSLATE_NOOP("Actions", "As the &Desktop"),
         QT_TRANSLATE_NOOP("Actions", "Light or dark, as the desktop was when the program started"),
         "theme",
         {},
         nullptr,
         [](Desk& d) { d.setTheme(Theme::System); },
         [](Desk& d) { return d.theme() == Theme::System; }},
        {"window.light",
         "Window/Colours",
         QT_TRANSLATE_NOOP("Actions", "&Light"),
         QT_TRANSLATE_NOOP("Actions", "Dark letters on light ground"),
         "light",
         {},
         nullptr,
         [](Desk& d) { d.setTheme(Theme::Light); },
         [](Desk& d) { return d.theme() == Theme::Light; }},
        {"window.dark",
         "Window/Colours",
         QT_TRANSLATE_NOOP("Actions", "Da&rk"),
         QT_TRANSLATE_NOOP("Actions", "Light letters on dark ground"),
         "dark",
         {},
         nullptr,
         [](Desk& d) { d.setTheme(Theme::Dark); },
         [](Desk& d) { return d.theme() == Theme::Dark; }},
    };
}

}  // namespace posewright::ui::menus

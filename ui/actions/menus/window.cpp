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
         QT_TRANSLATE_NOOP("Actions",
                           "Samples, recent files and how to begin; once more to go back"),
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
        {"window.resetHabits",
         "Window",
         QT_TRANSLATE_NOOP("Actions", "Reset &View Settings"),
         QT_TRANSLATE_NOOP("Actions", "Snapping, ripple, how time is written, bones, names, grid "
                                      "and projection as at first"),
         nullptr,
         {},
         nullptr,
         [](Desk& d) { d.resetHabits(); }},
        {"window.nextPanel",
         "Window",
         QT_TRANSLATE_NOOP("Actions", "&Next Panel"),
         QT_TRANSLATE_NOOP("Actions",
                           "Give the keyboard to the next panel: view, scene, inspector, "
                           "history, timeline"),
         nullptr,
         {QKeySequence(Qt::Key_F6)},
         nullptr,
         [](Desk& d) { d.focusPanel(1); },
         nullptr,
         true},
        {"window.previousPanel",
         "Window",
         QT_TRANSLATE_NOOP("Actions", "&Previous Panel"),
         QT_TRANSLATE_NOOP("Actions", "Give the keyboard to the panel before"),
         nullptr,
         {QKeySequence(Qt::SHIFT | Qt::Key_F6)},
         nullptr,
         [](Desk& d) { d.focusPanel(-1); }},
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

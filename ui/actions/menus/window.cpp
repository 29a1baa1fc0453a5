#include "ui/actions/desk.h"
#include "ui/actions/menus/menus.h"
#include "ui/look/theme.h"

#include <QApplication>
#include <QCoreApplication>

namespace posewright::ui::menus {

namespace {

template <Theme theme>
void choose(Desk&)
{
    chooseTheme(theme);
    applyTheme(*qApp);
}

template <Theme theme>
bool chosen(Desk&)
{
    return chosenTheme() == theme;
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> window()
{
    return {
        {"window.start",
         "Window",
         QT_TRANSLATE_NOOP("Actions", "&Start Page"),
         QT_TRANSLATE_NOOP("Actions",
                           "Samples, recent files and how to begin; once more to go back"),
         QT_TRANSLATE_NOOP("Actions", "welcome home recent samples tutorial beginner tour"),
         "start",
         {},
         nullptr,
         [](Desk& d) { d.showPage(Desk::Page::Start); }},
        {"window.resetLayout",
         "Window",
         QT_TRANSLATE_NOOP("Actions", "Reset &Layout"),
         QT_TRANSLATE_NOOP("Actions", "Put all panels back where they were at first"),
         QT_TRANSLATE_NOOP("Actions", "panels docks default restore windows"),
         "layout",
         {},
         nullptr,
         [](Desk& d) { d.resetLayout(); }},
        {"window.resetViewSettings",
         "Window",
         QT_TRANSLATE_NOOP("Actions", "Reset &View Settings"),
         QT_TRANSLATE_NOOP("Actions", "Snapping, ripple, how time is written, bones, names, grid "
                                      "and projection as at first"),
         QT_TRANSLATE_NOOP("Actions", "settings options default restore"),
         nullptr,
         {},
         nullptr,
         [](Desk& d) { d.resetPreferences(); }},
        {"window.nextPanel",
         "Window",
         QT_TRANSLATE_NOOP("Actions", "&Next Panel"),
         QT_TRANSLATE_NOOP("Actions", "Give the keyboard to the next panel, the view included"),
         QT_TRANSLATE_NOOP("Actions", "focus keyboard dock"),
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
         QT_TRANSLATE_NOOP("Actions", "focus keyboard dock"),
         nullptr,
         {QKeySequence(Qt::SHIFT | Qt::Key_F6)},
         nullptr,
         [](Desk& d) { d.focusPanel(-1); }},
        {"window.system",
         "Window/Colours",
         QT_TRANSLATE_NOOP("Actions", "As the &Desktop"),
         QT_TRANSLATE_NOOP("Actions", "Light or dark, as the desktop was when the program started"),
         QT_TRANSLATE_NOOP("Actions", "theme mode appearance colors skin"),
         "theme",
         {},
         nullptr,
         choose<Theme::System>,
         chosen<Theme::System>},
        {"window.light",
         "Window/Colours",
         QT_TRANSLATE_NOOP("Actions", "&Light"),
         QT_TRANSLATE_NOOP("Actions", "Dark letters on light ground"),
         QT_TRANSLATE_NOOP("Actions", "theme mode appearance colors skin bright white day"),
         "light",
         {},
         nullptr,
         choose<Theme::Light>,
         chosen<Theme::Light>},
        {"window.dark",
         "Window/Colours",
         QT_TRANSLATE_NOOP("Actions", "Da&rk"),
         QT_TRANSLATE_NOOP("Actions", "Light letters on dark ground"),
         QT_TRANSLATE_NOOP("Actions", "theme mode appearance colors skin black night"),
         "dark",
         {},
         nullptr,
         choose<Theme::Dark>,
         chosen<Theme::Dark>},
    };
}

}  // namespace posewright::ui::menus

#include "ui/actions/desk.h"
#include "ui/actions/menus/menus.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

std::vector<ActionRow> help()
{
    return {
        {"help.manual",
         "Help",
         QT_TRANSLATE_NOOP("Actions", "Ma&nual"),
         QT_TRANSLATE_NOOP("Actions",
                           "The pages of the manual in a window of their own, with a search"),
         QT_TRANSLATE_NOOP("Actions", "documentation docs guide tutorial pages read search"),
         nullptr,
         {QKeySequence(Qt::SHIFT | Qt::Key_F1)},
         nullptr,
         [](Desk& d) { d.showPage(Desk::Page::Manual); }},
        {"help.tourWalk",
         "Help/Tours",
         QT_TRANSLATE_NOOP("Actions", "First &Walk"),
         QT_TRANSLATE_NOOP("Actions", "Two steps on planted feet, from a standing figure to a "
                                      "file: the program leads, and sees when a step is done"),
         QT_TRANSLATE_NOOP("Actions", "tour tutorial learn lesson begin newcomer ten minutes"),
         "help-tour",
         {},
         nullptr,
         [](Desk& d) { d.beginTour("first-walk"); }},
        {"help.tourClean",
         "Help/Tours",
         QT_TRANSLATE_NOOP("Actions", "&Clean a Capture"),
         QT_TRANSLATE_NOOP("Actions", "Feet that slide in a recorded motion are made to stand"),
         QT_TRANSLATE_NOOP("Actions", "tour tutorial learn lesson mocap foot skate contacts"),
         "help-tour",
         {},
         nullptr,
         [](Desk& d) { d.beginTour("clean-capture"); }},
        {"help.tourDance",
         "Help/Tours",
         QT_TRANSLATE_NOOP("Actions", "A &Dance for My Character"),
         QT_TRANSLATE_NOOP("Actions", "A motion of another figure comes to your character"),
         QT_TRANSLATE_NOOP("Actions", "tour tutorial learn lesson retarget bring in motion"),
         "help-tour",
         {},
         nullptr,
         [](Desk& d) { d.beginTour("dance-for-character"); }},
        {"help.controls",
         "Help",
         QT_TRANSLATE_NOOP("Actions", "Mouse and &Keys"),
         QT_TRANSLATE_NOOP("Actions", "What every key and every gesture of the mouse does"),
         QT_TRANSLATE_NOOP("Actions", "shortcuts keyboard keymap bindings cheat sheet help manual"),
         "keys",
         {QKeySequence(Qt::Key_F1)},
         nullptr,
         [](Desk& d) { d.showPage(Desk::Page::Controls); }},
        {"help.about",
         "Help",
         QT_TRANSLATE_NOOP("Actions", "&About Posewright"),
         QT_TRANSLATE_NOOP("Actions", "Version and licence"),
         QT_TRANSLATE_NOOP("Actions", "version licence license copyright"),
         "posewright",
         {},
         nullptr,
         [](Desk& d) { d.showPage(Desk::Page::About); }},
    };
}

}  // namespace posewright::ui::menus

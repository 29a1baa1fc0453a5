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

#include "ui/actions/desk.h"
#include "ui/actions/menus/menus.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

std::vector<ActionRow> help()
{
    return {
        {"help.about",
         "Help",
         QT_TRANSLATE_NOOP("Actions", "&About Posewright"),
         QT_TRANSLATE_NOOP("Actions", "Version and licence"),
         nullptr,
         {},
         nullptr,
         [](Desk& d) { d.showAbout(); }},
    };
}

}  // namespace posewright::ui::menus

#include "ui/actions/view_menu.h"

#include "ui/actions/actions.h"

#include <QAction>
#include <QMenu>

#include <string_view>

namespace posewright::ui {

namespace {

/// Empty: a line between groups.
constexpr std::string_view kRows[] = {"target.new",
                                      "target.biped",
                                      "target.pole",
                                      "target.aim",
                                      "target.loop",
                                      "",
                                      "time.setKey",
                                      "target.contact",
                                      "target.reach",
                                      "target.off",
                                      "target.match",
                                      "target.cure",
                                      "",
                                      "target.remove",
                                      "target.removeKeepingPose",
                                      "",
                                      "pose.select",
                                      "pose.move",
                                      "pose.rotate",
                                      "",
                                      "view.hideMeshes",
                                      "view.showMeshes",
                                      "edit.rename",
                                      "view.frameSelected",
                                      "view.frameAll",
                                      "edit.selectNone"};

}  // namespace

void openViewMenu(const Actions& actions, QWidget& parent, const QPoint& at)
{
    auto* menu = new QMenu(&parent);
    menu->setObjectName(QStringLiteral("viewMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const std::string_view id : kRows) {
        if (id.empty())
            menu->addSeparator();
        else if (QAction* action = actions[id]; action->isEnabled())
            menu->addAction(action);
    }
    menu->popup(at);
}

}  // namespace posewright::ui

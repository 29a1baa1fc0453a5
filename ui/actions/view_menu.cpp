#include "ui/actions/view_menu.h"

#include "ui/actions/actions.h"
#include "ui/actions/menus/menus.h"

#include <QAction>
#include <QMenu>

#include <string_view>

namespace posewright::ui {

namespace {

constexpr std::string_view kKinds = "kinds";

/// Empty: a separator; kKinds: an entry for each kind of target.
constexpr std::string_view kRows[] = {"target.new",
                                      "target.biped",
                                      "target.pole",
                                      kKinds,
                                      "edit.addBox",
                                      "",
                                      "time.setKey",
                                      "target.contact",
                                      "target.reach",
                                      "target.off",
                                      "target.match",
                                      "target.cure",
                                      "target.bendOver",
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
    const auto offer = [&](std::string_view id) {
        if (QAction* action = actions[id]; action->isEnabled()) menu->addAction(action);
    };
    for (const std::string_view id : kRows) {
        if (id.empty())
            menu->addSeparator();
        else if (id == kKinds)
            for (const ActionRow& row : menus::kinds()) offer(row.id);
        else
            offer(id);
    }
    menu->popup(at);
}

}  // namespace posewright::ui

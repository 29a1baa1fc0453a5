#include "tests/ui/desk/example_action.h"

#include "ui/actions/desk.h"
#include "ui/session/session.h"

#include <QtGlobal>

namespace posewright::test {

namespace {

NodeId exampleParent(ui::Desk& desk)
{
    const Scene& scene = *desk.session().document().scene;
    const NodeIndex row = scene.find(desk.session().selection().active());
    const NodeIndex parent = row == kNoNode ? kNoNode : scene[row].parent;
    return parent == kNoNode ? NodeId::None : scene[parent].id;
}

ui::Obstacle hangsOnNothing(ui::Desk& desk)
{
    return exampleParent(desk) == NodeId::None
               ? QT_TRANSLATE_NOOP("Actions", "select a bone that hangs on another first")
               : nullptr;
}

void selectParent(ui::Desk& desk)
{
    desk.session().selection().setNodes({exampleParent(desk)});
}

}  // namespace

ui::ActionRow exampleAction()
{
    return {.id = "example.parent",
            .menu = "Pose",
            .text = QT_TRANSLATE_NOOP("Actions", "Select &Parent"),
            .hint = QT_TRANSLATE_NOOP("Actions", "Select the bone that this one hangs on"),
            .words = QT_TRANSLATE_NOOP("Actions", "up above joint"),
            .icon = nullptr,
            .shortcuts = {},
            .obstacle = hangsOnNothing,
            .run = selectParent};
}

}  // namespace posewright::test

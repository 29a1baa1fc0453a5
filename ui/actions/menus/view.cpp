#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

#include <numbers>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

void look(Desk& desk, double yaw, double pitch)
{
    Camera camera = desk.viewport().camera();
    camera.yaw = yaw;
    camera.pitch = pitch;
    desk.viewport().setCamera(camera);
}

void lookFromFront(Desk& desk)
{
    look(desk, 0, 0);
}

void lookFromSide(Desk& desk)
{
    look(desk, std::numbers::pi / 2, 0);
}

void lookFromTop(Desk& desk)
{
    look(desk, 0, std::numbers::pi / 2);
}

}  // namespace

std::vector<ActionRow> view()
{
    using K = QKeySequence;
    return {
        {"view.frameSelected",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Frame &Selected"),
         QT_TRANSLATE_NOOP("Actions", "Move the camera to what is selected"),
         "frame-selected",
         {K(Qt::Key_F)},
         draws,
         [](Desk& d) { d.viewport().frameSelected(); }},
        {"view.frameAll",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Frame &All"),
         QT_TRANSLATE_NOOP("Actions", "Move the camera to see the whole motion"),
         "frame-all",
         {K(Qt::Key_A)},
         draws,
         [](Desk& d) { d.viewport().frameAll(); }},
        {"view.front",
         "View",
         QT_TRANSLATE_NOOP("Actions", "F&ront"),
         QT_TRANSLATE_NOOP("Actions", "Look from the front"),
         "front",
         {K(Qt::Key_1)},
         draws,
         lookFromFront,
         nullptr,
         true},
        {"view.side",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Si&de"),
         QT_TRANSLATE_NOOP("Actions", "Look from the right side"),
         "side",
         {K(Qt::Key_3)},
         draws,
         lookFromSide},
        {"view.top",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Top"),
         QT_TRANSLATE_NOOP("Actions", "Look from above"),
         "top",
         {K(Qt::Key_7)},
         draws,
         lookFromTop},
    };
}

}  // namespace posewright::ui::menus

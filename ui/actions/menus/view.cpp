#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

template <StandardView view>
void look(Desk& desk)
{
    desk.viewport().lookFrom(view);
}

QKeySequence onNumpad(Qt::Key key)
{
    return {QKeyCombination(Qt::ControlModifier | Qt::KeypadModifier, key)};
}

bool orthographic(Desk& desk)
{
    return desk.viewport().camera().orthographic;
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
         QT_TRANSLATE_NOOP("Actions", "Move the camera to see the whole figure"),
         "frame-all",
         {K(Qt::Key_A)},
         draws,
         [](Desk& d) { d.viewport().frameAll(); }},
        {"view.frameMotion",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Frame Whole &Motion"),
         QT_TRANSLATE_NOOP("Actions", "Move the camera to see all the room that the motion takes"),
         nullptr,
         {K(Qt::SHIFT | Qt::Key_A)},
         draws,
         [](Desk& d) { d.viewport().frameMotion(); }},
        {"view.front",
         "View",
         QT_TRANSLATE_NOOP("Actions", "F&ront"),
         QT_TRANSLATE_NOOP("Actions", "Look from the front"),
         nullptr,
         {K(Qt::Key_1)},
         draws,
         look<StandardView::Front>,
         nullptr,
         true},
        {"view.side",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Si&de"),
         QT_TRANSLATE_NOOP("Actions", "Look from the right side"),
         nullptr,
         {K(Qt::Key_3)},
         draws,
         look<StandardView::Right>},
        {"view.top",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Top"),
         QT_TRANSLATE_NOOP("Actions", "Look from above"),
         nullptr,
         {K(Qt::Key_7)},
         draws,
         look<StandardView::Top>},
        {"view.back",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Bac&k"),
         QT_TRANSLATE_NOOP("Actions", "Look from behind"),
         nullptr,
         {onNumpad(Qt::Key_1)},
         draws,
         look<StandardView::Back>},
        {"view.left",
         "View",
         QT_TRANSLATE_NOOP("Actions", "L&eft"),
         QT_TRANSLATE_NOOP("Actions", "Look from the left side"),
         nullptr,
         {onNumpad(Qt::Key_3)},
         draws,
         look<StandardView::Left>},
        {"view.bottom",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Bottom"),
         QT_TRANSLATE_NOOP("Actions", "Look from below"),
         nullptr,
         {onNumpad(Qt::Key_7)},
         draws,
         look<StandardView::Bottom>},
        {"view.orthographic",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Orthographic"),
         QT_TRANSLATE_NOOP("Actions", "Show the same size at every distance"),
         nullptr,
         {K(Qt::Key_5)},
         draws,
         [](Desk& d) { d.viewport().setOrthographic(!orthographic(d)); },
         orthographic},
        {"view.resetLayout",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Reset &Layout"),
         QT_TRANSLATE_NOOP("Actions", "Put all panels back where they were at first"),
         nullptr,
         {},
         nullptr,
         [](Desk& d) { d.resetLayout(); },
         nullptr,
         true},
    };
}

}  // namespace posewright::ui::menus

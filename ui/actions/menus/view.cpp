#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/timeline/timeline.h"
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

template <Follow follow>
void followBy(Desk& desk)
{
    ViewState next = desk.viewport().settings().now();
    next.follow = follow;
    desk.viewport().settings().set(next);
}

template <Follow follow>
bool followsBy(Desk& desk)
{
    return desk.viewport().settings().now().follow == follow;
}

/// For the digit keys, which every keyboard has, and for the number pad.
std::vector<QKeySequence> withControl(Qt::Key key)
{
    return {QKeySequence(Qt::CTRL | key),
            QKeyCombination(Qt::ControlModifier | Qt::KeypadModifier, key)};
}

// For the view under the pointer.
void frameSelected(Desk& desk)
{
    if (desk.timeline().wantsViewKeys())
        desk.timeline().showSelected();
    else if (draws(desk))
        desk.viewport().frameSelected();
}

void frameAll(Desk& desk)
{
    if (desk.timeline().wantsViewKeys())
        desk.timeline().showAll();
    else if (draws(desk))
        desk.viewport().frameAll();
}

bool orthographic(Desk& desk)
{
    return desk.viewport().camera().orthographic;
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> view()
{
    using K = QKeySequence;
    return {
        {"view.frameSelected",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Frame &Selected"),
         QT_TRANSLATE_NOOP("Actions",
                           "Move the camera to what is selected; over the timeline, show the "
                           "selected keys"),
         QT_TRANSLATE_NOOP("Actions", "zoom focus center centre fit camera"),
         "frame-selected",
         {K(Qt::Key_F)},
         nullptr,
         frameSelected},
        {"view.frameAll",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Frame &All"),
         QT_TRANSLATE_NOOP("Actions",
                           "Move the camera to see the whole figure; over the timeline, show "
                           "the whole range"),
         QT_TRANSLATE_NOOP("Actions", "zoom focus center centre fit camera home reset"),
         "frame-all",
         {K(Qt::Key_A)},
         nullptr,
         frameAll},
        {"view.frameMotion",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Frame Whole &Motion"),
         QT_TRANSLATE_NOOP("Actions", "Move the camera to see all the room that the motion takes"),
         QT_TRANSLATE_NOOP("Actions", "zoom focus center centre fit camera path"),
         nullptr,
         {K(Qt::SHIFT | Qt::Key_A)},
         blind,
         [](Desk& d) { d.viewport().frameMotion(); }},
        {"view.front",
         "View",
         QT_TRANSLATE_NOOP("Actions", "F&ront"),
         QT_TRANSLATE_NOOP("Actions", "Look from the front"),
         QT_TRANSLATE_NOOP("Actions", "camera angle"),
         "front",
         {K(Qt::Key_1)},
         blind,
         look<StandardView::Front>,
         nullptr,
         true},
        {"view.side",
         "View",
         QT_TRANSLATE_NOOP("Actions", "R&ight"),
         QT_TRANSLATE_NOOP("Actions",
                           "Look from the right, against the X axis: a figure that faces you from "
                           "the front shows its left"),
         QT_TRANSLATE_NOOP("Actions", "camera angle side"),
         "side",
         {K(Qt::Key_3)},
         blind,
         look<StandardView::Right>},
        {"view.top",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Top"),
         QT_TRANSLATE_NOOP("Actions", "Look from above"),
         QT_TRANSLATE_NOOP("Actions", "camera angle plan above"),
         "top",
         {K(Qt::Key_7)},
         blind,
         look<StandardView::Top>},
        {"view.back", "View", QT_TRANSLATE_NOOP("Actions", "Bac&k"),
         QT_TRANSLATE_NOOP("Actions", "Look from behind"),
         QT_TRANSLATE_NOOP("Actions", "camera angle rear behind"), nullptr, withControl(Qt::Key_1),
         blind, look<StandardView::Back>},
        {"view.left", "View", QT_TRANSLATE_NOOP("Actions", "L&eft"),
         QT_TRANSLATE_NOOP("Actions", "Look from the left, along the X axis"),
         QT_TRANSLATE_NOOP("Actions", "camera angle side"), nullptr, withControl(Qt::Key_3), blind,
         look<StandardView::Left>},
        {"view.bottom", "View", QT_TRANSLATE_NOOP("Actions", "&Bottom"),
         QT_TRANSLATE_NOOP("Actions", "Look from below"),
         QT_TRANSLATE_NOOP("Actions", "camera angle below"), nullptr, withControl(Qt::Key_7), blind,
         look<StandardView::Bottom>},
        {"view.orthographic",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Orthographic"),
         QT_TRANSLATE_NOOP("Actions", "Show the same size at every distance"),
         QT_TRANSLATE_NOOP("Actions", "camera perspective projection parallel flat"),
         nullptr,
         {K(Qt::Key_5)},
         blind,
         [](Desk& d) { d.viewport().setOrthographic(!orthographic(d)); },
         orthographic},
        {"view.names",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Joint &Names"),
         QT_TRANSLATE_NOOP("Actions", "Write every joint's name beside it"),
         QT_TRANSLATE_NOOP("Actions", "labels show text bones"),
         nullptr,
         {K(Qt::Key_J)},
         blind,
         [](Desk& d) {
             ViewState next = d.viewport().settings().now();
             next.names = !next.names;
             d.viewport().settings().set(next);
         },
         [](Desk& d) { return d.viewport().settings().now().names; },
         true},
        {"view.grid",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Grid"),
         QT_TRANSLATE_NOOP("Actions", "Lines on the ground"),
         QT_TRANSLATE_NOOP("Actions", "floor ground show lines"),
         nullptr,
         {},
         blind,
         [](Desk& d) {
             ViewState next = d.viewport().settings().now();
             next.grid = !next.grid;
             d.viewport().settings().set(next);
         },
         [](Desk& d) { return d.viewport().settings().now().grid; }},
        {"view.followLeaving",
         "View/Camera Follows",
         QT_TRANSLATE_NOOP("Actions", "What &Leaves the View"),
         QT_TRANSLATE_NOOP("Actions",
                           "While playing, the camera goes along with the selection, or the "
                           "figure, before it leaves the view"),
         QT_TRANSLATE_NOOP("Actions", "camera follow track pan keep in view root playback"),
         nullptr,
         {},
         blind,
         followBy<Follow::Leaving>,
         followsBy<Follow::Leaving>},
        {"view.followAlways",
         "View/Camera Follows",
         QT_TRANSLATE_NOOP("Actions", "&Every Frame"),
         QT_TRANSLATE_NOOP("Actions",
                           "The camera goes along with the selection, or the figure, at every "
                           "frame, playing or not"),
         QT_TRANSLATE_NOOP("Actions", "camera follow track pan lock root selection always"),
         nullptr,
         {},
         blind,
         followBy<Follow::Always>,
         followsBy<Follow::Always>},
        {"view.followNever",
         "View/Camera Follows",
         QT_TRANSLATE_NOOP("Actions", "&Nothing"),
         QT_TRANSLATE_NOOP("Actions", "The camera stays where it is put"),
         QT_TRANSLATE_NOOP("Actions", "camera follow track stay fixed never off"),
         nullptr,
         {},
         blind,
         followBy<Follow::Never>,
         followsBy<Follow::Never>},
    };
}

}  // namespace posewright::ui::menus

#include "core/operate/box_place.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/evaluator.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

/// Within reach of what is selected, or of the figure; on the ground where there is none.
void addBox(Desk& desk)
{
    constexpr double kSide = 0.15;  // of the figure
    const Document& doc = desk.session().document();
    const double figure = doc.scene->size() == 0 ? 1 : desk.viewport().stage().figure;
    edit::AddBox box;
    box.name = uniqueName(*doc.scene, "Box");
    box.size = Vec3::Constant(kSide * figure);
    box.position = desk.viewport().camera().pivot;
    box.position.y() = 0;
    if (const auto shown = desk.evaluator().current();
        shown && std::ssize(shown->world) == doc.scene->size())
        box.position = operate::boxPlace(doc, *shown, desk.session().selection().active(),
                                         box.size.x(), figure, box.position);
    if (!commit(desk, {box}, translated(QT_TRANSLATE_NOOP("Actions", "Add box")))) return;
    const Scene& scene = *desk.session().document().scene;
    if (const NodeIndex row = scene.find(std::string_view(box.name)); row != kNoNode)
        desk.session().selection().pick({scene[row].id});
    if (draws(desk)) desk.viewport().reveal(box.position + Vec3(0, box.size.y() / 2, 0));
}

}  // namespace

std::vector<ActionRow> props()
{
    return {
        {"edit.addBox",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "Add Bo&x"),
         QT_TRANSLATE_NOOP("Actions", "Something to touch, to hold or to stand on, before the hand "
                                      "that is selected, or the figure: drag it where it belongs"),
         QT_TRANSLATE_NOOP("Actions", "prop object cube mesh table step wall button new create"),
         "edit-addBox",
         {},
         busy,
         addBox},
    };
}

}  // namespace posewright::ui::menus

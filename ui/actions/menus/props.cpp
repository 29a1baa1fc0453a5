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

/// On the ground before the figure, within its reach.
void addBox(Desk& desk)
{
    constexpr double kSide = 0.15, kBefore = 0.25;  // of the figure
    const Document& doc = desk.session().document();
    const double figure = doc.scene->size() == 0 ? 1 : desk.viewport().stage().figure;
    edit::AddBox box;
    box.name = uniqueName(*doc.scene, "Box");
    box.size = Vec3::Constant(kSide * figure);
    if (const auto shown = desk.evaluator().current(); shown && doc.scene->size() > 0) {
        Box all;
        for (const Vec3& point : figurePoints(doc, *shown)) all.include(point);
        if (!all.empty()) box.position = all.center();
        box.position.y() = 0;
        box.position.z() += kBefore * figure;
    }
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
         QT_TRANSLATE_NOOP("Actions", "Something to touch, to hold or to stand on, before the "
                                      "figure: W moves it, and its size is in the inspector"),
         QT_TRANSLATE_NOOP("Actions", "prop object cube mesh table step wall button new create"),
         "edit-addBox",
         {},
         busy,
         addBox},
    };
}

}  // namespace posewright::ui::menus

#include "core/operate/limbs.h"
#include "core/operate/operate.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/evaluator.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

#include <algorithm>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

/// The hand, or what is below it, that is to touch a box beside this node. None: the node is of no
/// arm.
NodeId touchingEnd(const Document& doc, NodeId node)
{
    const Scene& scene = *doc.scene;
    const auto& rig = doc.rig->constraints;
    const auto led = std::ranges::find_if(rig, [node](const Constraint& c) {
        return node != NodeId::None && (c.target == node || c.pole == node);
    });
    NodeIndex row = scene.find(led == rig.end() ? node : led->effector);
    if (row != kNoNode && !scene[row].bone()) row = scene[row].parent;
    if (row == kNoNode || !scene[row].bone()) return NodeId::None;
    const auto arm = operate::armOf(scene, retarget::figureOf(scene), row);
    return arm ? scene[arm->end].id : NodeId::None;
}

/// How that hand comes to touch the box.
QString touchAdvice(const Document& doc, NodeId end)
{
    const auto nameOf = [&doc](NodeId node) {
        return toQt((*doc.scene)[doc.scene->find(node)].name);
    };
    for (const Constraint& c : doc.rig->constraints)
        if (c.effector == end && c.reaches())
            return translated(QT_TRANSLATE_NOOP("Actions", "\u201c%1\u201d reaches it: drag its "
                                                           "target, \u201c%2\u201d, over the box "
                                                           "and press T to touch it"))
                .arg(nameOf(end), nameOf(c.target));
    return translated(QT_TRANSLATE_NOOP("Actions", "\u201c%1\u201d reaches it: select "
                                                   "\u201c%1\u201d and press T, then drag its new "
                                                   "target over the box and press T to touch it"))
        .arg(nameOf(end));
}

/// Within reach of the selection or the figure; on the ground if there is no figure.
void addBox(Desk& desk)
{
    Session& session = desk.session();
    const double frame = session.playhead().frame();
    const NodeId touching = touchingEnd(session.document(), session.selection().active());
    const Result<operate::Edits> edits = operate::plainEdits(
        session.shownAt(frame),
        operate::NewBox{session.selection().active(), frame, desk.viewport().camera().pivot},
        {session.memo(), {}, 0});
    if (!edits) return desk.tell(errorText(edits.error()));
    if (!commit(desk, *edits, translated(QT_TRANSLATE_NOOP("Actions", "Add box")))) return;
    const auto& box = std::get<edit::AddBox>(edits->front());
    const Scene& scene = *session.document().scene;
    if (const NodeIndex row = scene.find(std::string_view(box.name)); row != kNoNode)
        session.selection().pick({scene[row].id});
    if (touching != NodeId::None) desk.tell(touchAdvice(session.document(), touching));
    if (!draws(desk)) return;
    constexpr double kHandles = 100;  // they reach so far from its foot [px]
    desk.viewport().reveal(box.position + Vec3(0, box.size.y(), 0));
    desk.viewport().reveal(box.position, kHandles);
}

}  // namespace

std::vector<ActionRow> props()
{
    return {
        {"edit.addBox",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "Add Bo&x to Touch"),
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

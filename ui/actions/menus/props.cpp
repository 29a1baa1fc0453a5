#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/models/touch_words.h"
#include "ui/session/evaluator.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

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
    const Document& now = session.document();
    desk.tell(touching != NodeId::None
                  ? touchWords(now, evaluate(*prepare(now, session.memo()), frame), touching, box)
                  : translated(QT_TRANSLATE_NOOP("Actions",
                                                 "To touch the box, drag the hand's target onto it "
                                                 "and press T while dragging")));
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
         QT_TRANSLATE_NOOP("Actions",
                           "Something to touch, to hold or to stand on, before the hand "
                           "that is selected, or the figure. To touch it, drag the hand's "
                           "target onto it and press T while dragging"),
         QT_TRANSLATE_NOOP("Actions", "prop object cube mesh table step wall button new create "
                                      "touch fingertip finger press tap push hand"),
         "edit-addBox",
         {},
         busy,
         addBox},
    };
}

}  // namespace posewright::ui::menus

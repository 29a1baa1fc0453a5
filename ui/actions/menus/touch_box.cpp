#include "ui/actions/menus/touch_box.h"

#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/models/touch_words.h"
#include "ui/session/evaluator.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

#include <QCoreApplication>

#include <algorithm>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

const Constraint* activeTarget(Desk& desk)
{
    const Session& session = desk.session();
    return constraintOfTarget(*session.document().rig, session.selection().active());
}

}  // namespace

std::optional<Obstacle> noBoxToTouch(Desk& desk)
{
    const Constraint* target = activeTarget(desk);
    if (!target) return std::nullopt;
    const MotionFault* fault = desk.evaluator().faultAt(desk.session().playhead().frame());
    const bool inside = fault && std::ranges::any_of(fault->inBoxes, [&](const InBox& in) {
                            return in.target == target->id && in.here > 0;
                        });
    if (inside) return Obstacle(nullptr);
    return Obstacle(QT_TRANSLATE_NOOP("Actions", "on a target, T works while you drag it, and "
                                                 "touches what is under the pointer; to make a "
                                                 "target, select a bone"));
}

void touchBox(Desk& desk)
{
    Session& session = desk.session();
    const NodeId node = session.selection().active();
    const double frame = session.playhead().frame();
    const QString step = translated(QT_TRANSLATE_NOOP("Actions", "Touch box"));
    if (!perform(desk, operate::LayOn{activeTarget(desk)->id, frame, {}}, step)) return;
    const Document& doc = session.document();
    if (const Constraint* target = constraintOfTarget(*doc.rig, node))
        desk.tell(stayWords(doc, *target, frame));
}

}  // namespace posewright::ui::menus

#include "ui/actions/menus/go_to_problem.h"

#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/models/fault_text.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/seen_status.h"
#include "ui/session/session.h"
#include "ui/timeline/problem_walk.h"
#include "ui/viewport/bring_into_view.h"

#include <QCoreApplication>

#include <algorithm>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

/// A joint, or the end that a target leads.
void bringNodeIntoView(Desk& desk, const Evaluation& shown, NodeId node)
{
    const Document& doc = desk.session().document();
    const Constraint* target = constraintOfTarget(*doc.rig, node);
    const NodeIndex row = doc.scene->find(target ? target->effector : node);
    if (row != kNoNode && row < std::ssize(shown.world))
        bringIntoView(desk.viewport(), shown.world[row].position);
}

/// Selects the target that misses most, so that the inspector shows why, and tells how many others
/// miss.
void showProblem(Desk& desk, double frame)
{
    const Document& doc = desk.session().document();
    const std::shared_ptr<const Evaluation> shown = desk.evaluator().at(frame);
    const TargetStatus* most = nullptr;
    int others = -1;
    for (const TargetStatus& status : shown->targets) {
        if (!isProblem(seenStatus(doc, status))) continue;
        ++others;
        if (!most || status.positionError > most->positionError) most = &status;
    }
    const MotionFault* fault = desk.evaluator().faultAt(frame);
    if (!most) {
        if (!fault || !fault->isProblem()) return;
        if (const NodeId culprit = culpritOf(doc, *fault); culprit != NodeId::None) {
            desk.session().selection().pick({culprit});
            bringNodeIntoView(desk, *shown, culprit);
        }
        desk.tell(faultLines(doc, *fault).join(QStringLiteral("; ")));
        return;
    }
    if (const Constraint* target = findConstraint(*doc.rig, most->constraint)) {
        desk.session().selection().pick({target->target});
        bringNodeIntoView(desk, *shown, target->effector);
    }
    QString line = statusLine(doc, *shown, most->constraint);
    if (others > 0)
        line += QCoreApplication::translate("Actions", " \u2013 and %n more here, see the timeline",
                                            nullptr, others);
    if (fault && fault->isProblem())
        line += QStringLiteral("; ") + faultLines(doc, *fault).join(QStringLiteral("; "));
    desk.tell(line);
}

/// If there are no problems, N steps through pops in the capture.
void tellNoted(Desk& desk, double frame)
{
    const MotionFault* fault = desk.evaluator().faultAt(frame);
    if (!fault) return;
    const Document& doc = desk.session().document();
    const NodeId culprit = culpritOf(doc, *fault);
    desk.session().selection().pick({culprit});
    bringNodeIntoView(desk, *desk.evaluator().at(frame), culprit);
    desk.tell(translated(fault->inBoxes.empty()
                             ? QT_TRANSLATE_NOOP("Actions", "No problem. %1")
                             : QT_TRANSLATE_NOOP("Actions", "No target is missed. %1"))
                  .arg(noteLines(doc, *fault).join(QStringLiteral("; "))));
}

}  // namespace

void goToProblem(Desk& desk, int step)
{
    Playhead& playhead = desk.session().playhead();
    const auto frame =
        nextProblem(desk.evaluator().strip(), static_cast<int>(playhead.start()),
                    static_cast<int>(playhead.end()), static_cast<int>(playhead.frame()), step,
                    [&](int f) { return desk.evaluator().isProblemFrame(f); });
    if (frame) {
        playhead.setPlaying(false);
        playhead.setFrame(*frame);
        showProblem(desk, *frame);
        return;
    }
    const auto nextNote = [&](bool cases) {
        return nextProblem({}, static_cast<int>(playhead.start()), static_cast<int>(playhead.end()),
                           static_cast<int>(playhead.frame()), step, [&](int f) {
                               const MotionFault* fault = desk.evaluator().faultAt(f);
                               return fault && (!cases || fault->isCase());
                           });
    };
    // Joints may be beyond their limits throughout, which must not hide the rest.
    auto noted = nextNote(true);
    if (!noted) noted = nextNote(false);
    if (noted) {
        playhead.setPlaying(false);
        playhead.setFrame(*noted);
        tellNoted(desk, *noted);
        return;
    }
    const auto frames = static_cast<std::size_t>(playhead.end() - playhead.start()) + 1;
    const auto& strip = desk.evaluator().strip();
    const bool all = desk.evaluator().filled() >= 1 && strip.size() >= frames;
    const bool eased = std::ranges::any_of(
        strip, [](const auto& seen) { return seen.second == ik::Status::Softened; });
    desk.tell(
        !all ? translated(QT_TRANSLATE_NOOP("Actions", "No problem found so far"))
        : eased
            ? translated(QT_TRANSLATE_NOOP("Actions",
                                           "No problem: all targets are reached, or fade, "
                                           "ease or miss by less than can be seen"))
            : translated(QT_TRANSLATE_NOOP("Actions", "Every target is reached at every frame")));
}

}  // namespace posewright::ui::menus

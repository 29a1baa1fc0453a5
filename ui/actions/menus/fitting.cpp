#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCoreApplication>

/// How a target is brought to the motion that is there.
namespace posewright::ui::menus {

using namespace helpers;

namespace {

void matchToPose(Desk& desk)
{
    const Session& session = desk.session();
    const double frame = session.playhead().frame();
    const Result<operate::Edits> edits = operate::edits(
        session.shownAt(frame), operate::MatchTargets{idsOf(selectedTargets(desk)), frame},
        {session.memo(), {}, 0});
    if (edits)
        commit(desk, *edits, {});
    else
        desk.tell(errorText(edits.error()));
}

void fitToMotion(Desk& desk)
{
    const auto ids = idsOf(selectedTargets(desk));
    if (ids.empty()) return;  // to the operation, none are all
    perform(desk, operate::FitTargets{ids, {}},
            translated(QT_TRANSLATE_NOOP("Actions", "Fit targets to motion")));
}

}  // namespace

std::vector<ActionRow> fitting()
{
    using K = QKeySequence;
    return {
        {"target.match",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Match Target to Pose"),
         QT_TRANSLATE_NOOP("Actions", "Key the selected targets where their limbs are now"),
         QT_TRANSLATE_NOOP("Actions", "snap fk ik align pose key"),
         "match",
         {},
         noTarget,
         matchToPose,
         nullptr,
         true},
        {"target.fit",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Fit Targets to Motion"),
         QT_TRANSLATE_NOOP("Actions",
                           "Key the selected targets along the motion that is there without them"),
         QT_TRANSLATE_NOOP("Actions", "fk ik convert bake mocap follow reach"),
         "fit",
         {K(Qt::SHIFT | Qt::Key_F)},
         [](Desk& d) { return noTarget(d) ? noTarget(d) : busy(d); },
         fitToMotion},
    };
}

}  // namespace posewright::ui::menus

#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

/// How a target is brought to the motion that is there.
namespace posewright::ui::menus {

using namespace helpers;

namespace {

/// How far a fitted limb may stray, as a share of the figure's size.
constexpr double kFitWithin = 0.01;

void matchToPose(Desk& desk)
{
    const Document& doc = desk.session().document();
    const double frame = desk.session().playhead().frame();
    const std::shared_ptr<const Evaluation> pose = desk.evaluator().at(frame);
    if (!pose) return;
    std::vector<edit::Edit> edits;
    for (const Constraint* target : selectedTargets(desk)) {
        const WorldTransform& effector = pose->world[doc.scene->find(target->effector)];
        edit::SetTargetKey key;
        key.target = target->id;
        key.frame = frame;
        key.position = effector.position;
        if (target->orientation) key.rotation = effector.rotation;
        edits.emplace_back(key);
    }
    commit(desk, edits, {});
}

void fitToMotion(Desk& desk)
{
    const double within = kFitWithin * desk.viewport().stage().figure;
    std::vector<edit::Edit> edits;
    for (const Constraint* target : selectedTargets(desk))
        edits.emplace_back(edit::FitTarget{target->id, within});
    commit(desk, edits, translated(QT_TRANSLATE_NOOP("Actions", "Fit targets to motion")));
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

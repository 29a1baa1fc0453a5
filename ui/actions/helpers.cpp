#include "ui/actions/helpers.h"

#include "ui/actions/desk.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

#include <algorithm>

namespace posewright::ui::helpers {

QString translated(const char* text)
{
    return QCoreApplication::translate("Actions", text);
}

std::vector<QKeySequence> keys(QKeySequence::StandardKey key)
{
    return {QKeySequence(key)};
}

bool draws(Desk& desk)
{
    return desk.viewport().draws();
}

Obstacle busy(Desk& desk)
{
    return desk.session().job().running()
               ? QT_TRANSLATE_NOOP("Actions", "wait until what the status bar tells of is done")
               : nullptr;
}

Obstacle blind(Desk& desk)
{
    return draws(desk) ? nullptr
                       : QT_TRANSLATE_NOOP("Actions", "there is no picture without OpenGL");
}

Obstacle noTarget(Desk& desk)
{
    return selectedTargets(desk).empty() ? QT_TRANSLATE_NOOP("Actions", "select a target first")
                                         : nullptr;
}

namespace {

bool takesLong(const edit::Edit& edit)
{
    return isLong(edit) || std::holds_alternative<edit::FitTarget>(edit);
}

}  // namespace

bool commit(Desk& desk, const std::vector<edit::Edit>& edits, const QString& text)
{
    if (edits.empty()) return false;
    if (std::any_of(edits.begin(), edits.end(), takesLong)) {
        desk.session().commitLong(edits, text);
        return true;
    }
    const Result<void> done = desk.session().commit(edits, text);
    if (!done) desk.tell(errorText(done.error()));
    return bool(done);
}

std::vector<const Constraint*> selectedTargets(Desk& desk)
{
    const Rig& rig = *desk.session().document().rig;
    std::vector<const Constraint*> targets;
    for (const NodeId node : desk.session().selection().nodes())
        if (const Constraint* constraint = constraintOfTarget(rig, node))
            targets.push_back(constraint);
    return targets;
}

void removeTargets(Desk& desk, bool keepPose)
{
    std::vector<edit::Edit> edits;
    for (const Constraint* constraint : selectedTargets(desk))
        edits.emplace_back(edit::RemoveTarget{constraint->id, keepPose});
    commit(desk, edits, stepText(edits, desk.session().document()));
}

}  // namespace posewright::ui::helpers

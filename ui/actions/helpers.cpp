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

void tell(Desk& desk, const Result<void>& done)
{
    if (!done) desk.tell(errorText(done.error()));
}

bool commit(Desk& desk, const std::vector<edit::Edit>& edits, const QString& text)
{
    if (edits.empty()) return false;
    if (std::any_of(edits.begin(), edits.end(), edit::takesLong)) {
        commitLong(desk.session(), edits, text);
        return true;
    }
    const Result<void> done = desk.session().commit(edits, text);
    tell(desk, done);
    return bool(done);
}

bool perform(Desk& desk, const operate::Operation& operation, const QString& text)
{
    const Session& session = desk.session();
    const Result<operate::Edits> edits =
        operate::plainEdits(session.document(), operation, {session.memo(), {}, 0});
    if (edits) return commit(desk, *edits, text);
    desk.tell(errorText(edits.error()));
    return false;
}

Obstacle noBones(Desk& desk)
{
    const std::vector<Node>& nodes = desk.session().document().scene->nodes();
    return std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.bone(); })
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "there are no bones here");
}

std::vector<NodeId> selectedBones(Desk& desk)
{
    const Scene& scene = *desk.session().document().scene;
    std::vector<NodeId> bones;
    for (const NodeId node : desk.session().selection().nodes())
        if (const NodeIndex row = scene.find(node); row != kNoNode && scene[row].bone())
            bones.push_back(node);
    return bones;
}

std::vector<NodeId> posedNodes(Desk& desk)
{
    const Document& doc = desk.session().document();
    std::vector<NodeId> nodes = desk.session().selection().nodes();
    if (nodes.empty())
        for (const Constraint& c : doc.rig->constraints) nodes.push_back(c.target);
    if (nodes.empty())
        for (const Shared<Track>& track : doc.clip().tracks) nodes.push_back(track->node);
    return nodes;
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

std::vector<ConstraintId> idsOf(const std::vector<const Constraint*>& constraints)
{
    std::vector<ConstraintId> ids;
    ids.reserve(constraints.size());
    for (const Constraint* constraint : constraints) ids.push_back(constraint->id);
    return ids;
}

std::vector<NodeId> targetsAdded(const Document& after, const std::vector<edit::Edit>& edits)
{
    std::vector<NodeId> nodes;
    for (const edit::Edit& edit : edits)
        if (const auto* add = std::get_if<edit::AddTarget>(&edit))
            if (const Constraint* c = findConstraint(after, add->name)) nodes.push_back(c->target);
    return nodes;
}

void removeTargets(Desk& desk, bool keepPose)
{
    std::vector<edit::Edit> edits;
    for (const Constraint* constraint : selectedTargets(desk))
        edits.emplace_back(edit::RemoveTarget{constraint->id, keepPose});
    commit(desk, edits, stepText(edits, desk.session().document()));
}

}  // namespace posewright::ui::helpers

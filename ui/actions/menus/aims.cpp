#include "ui/actions/menus/aims.h"

#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/viewport.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

std::vector<NodeIndex> selectedBones(Desk& desk)
{
    const Scene& scene = *desk.session().document().scene;
    std::vector<NodeIndex> bones;
    for (const NodeId node : desk.session().selection().nodes())
        if (const NodeIndex row = scene.find(node); row != kNoNode && scene[row].bone())
            bones.push_back(row);
    return bones;
}

/// The lowest bone that both hang below.
NodeIndex aboveBoth(const Scene& scene, NodeIndex a, NodeIndex b)
{
    for (NodeIndex row = scene[a].parent; row != kNoNode; row = scene[row].parent)
        if (scene[row].bone() && scene.isAbove(row, b)) return row;
    return kNoNode;
}

/// Targets made in one step, and selected; none where they cannot be, which is said.
std::vector<NodeId> addAll(Desk& desk, const std::vector<edit::Edit>& edits, const QString& step)
{
    Session& session = desk.session();
    if (const Result<void> done = session.commit(edits, step); !done) {
        desk.tell(errorText(done.error()));
        return {};
    }
    const Scene& scene = *session.document().scene;
    std::vector<NodeId> added;
    for (const edit::Edit& edit : edits)
        if (const NodeIndex row = scene.find(std::get<edit::AddTarget>(edit).name); row != kNoNode)
            added.push_back(scene[row].id);
    session.selection().setKeys({});
    session.selection().setNodes(added);
    return added;
}

/// The selected bones, and those that the selected targets pull at; each once.
std::vector<NodeIndex> bonesMeant(Desk& desk)
{
    const Document& doc = desk.session().document();
    std::vector<NodeIndex> bones;
    for (const NodeId node : desk.session().selection().nodes()) {
        const Constraint* target = constraintOfTarget(*doc.rig, node);
        const NodeIndex row = doc.scene->find(target ? target->effector : node);
        if (row == kNoNode || !(*doc.scene)[row].bone()) continue;
        if (std::find(bones.begin(), bones.end(), row) == bones.end()) bones.push_back(row);
    }
    return bones;
}

/// Names of the targets that act on one of the bones somewhere in the clip.
QStringList pullingAt(Desk& desk, const std::array<NodeId, 2>& bones)
{
    const Document& doc = desk.session().document();
    QStringList names;
    for (const Constraint& c : doc.rig->constraints) {
        if (c.aim || std::find(bones.begin(), bones.end(), c.effector) == bones.end()) continue;
        const SpanRow* row = doc.clip().spanRow(c.id);
        const bool acts = row && std::any_of(row->spans.begin(), row->spans.end(),
                                             [](const Span& s) { return s.kind != SpanKind::Off; });
        if (acts) names << toQt((*doc.scene)[doc.scene->find(c.target)].name);
    }
    return names;
}

}  // namespace

Obstacle noBone(Desk& desk)
{
    return selectedBones(desk).empty() ? QT_TRANSLATE_NOOP("Actions", "select a bone first")
                                       : nullptr;
}

void addAim(Desk& desk)
{
    const Scene& scene = *desk.session().document().scene;
    std::vector<edit::Edit> edits;
    for (const NodeIndex row : selectedBones(desk)) {
        edit::AddTarget add;
        add.effector = add.root = scene[row].id;
        add.name = uniqueName(scene, scene[row].name + " aim");
        add.frame = desk.session().playhead().frame();
        add.aim = true;
        edits.emplace_back(add);
    }
    const std::vector<NodeId> added =
        addAll(desk, edits,
               edits.size() == 1 ? translated(QT_TRANSLATE_NOOP("Actions", "New aim"))
                                 : translated(QT_TRANSLATE_NOOP("Actions", "New aims")));
    if (added.empty()) return;
    const auto shown = desk.evaluator().at(desk.session().playhead().frame());
    for (const NodeId star : added)
        desk.viewport().reveal(shown->world[desk.session().document().scene->find(star)].position);
    desk.tell(translated(QT_TRANSLATE_NOOP(
        "Actions", "Drag the star: the bone looks at it, with the side that the inspector names "
                   "(Looks along)")));
}

Obstacle noLoop(Desk& desk)
{
    const std::vector<NodeIndex> bones = bonesMeant(desk);
    if (bones.size() != 2)
        return QT_TRANSLATE_NOOP("Actions", "select the two bones, or the two targets, that are "
                                            "to meet");
    return aboveBoth(*desk.session().document().scene, bones[0], bones[1]) == kNoNode
               ? QT_TRANSLATE_NOOP("Actions", "no bone is above both of them")
               : nullptr;
}

void closeLoop(Desk& desk)
{
    const Scene& scene = *desk.session().document().scene;
    const std::vector<NodeIndex> bones = bonesMeant(desk);
    const NodeIndex root = aboveBoth(scene, bones[0], bones[1]);
    const QStringList rivals = pullingAt(desk, {scene[bones[0]].id, scene[bones[1]].id});
    edit::AddTarget add;
    add.effector = scene[bones[0]].id;
    add.meets = scene[bones[1]].id;
    add.root = scene[root].id;
    add.name = uniqueName(scene, scene[bones[0]].name + " loop");
    add.frame = desk.session().playhead().frame();
    if (addAll(desk, {add}, translated(QT_TRANSLATE_NOOP("Actions", "Close loop"))).empty()) return;
    QString word = translated(QT_TRANSLATE_NOOP(
        "Actions", "S keeps the two together as they are, from here on; drag the target to bring "
                   "them together first"));
    // One leads and the other hand follows; with two there is no place where both can be.
    if (rivals.size() > 1)
        word = translated(QT_TRANSLATE_NOOP("Actions", "%1 pull the two apart: switch one of them "
                                                       "off (Target > Off) where they meet. "))
                   .arg(rivals.join(translated(QT_TRANSLATE_NOOP("Actions", " and ")))) +
               word;
    desk.tell(word);
}

}  // namespace posewright::ui::menus

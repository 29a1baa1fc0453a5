#include "ui/actions/menus/aims.h"

#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <algorithm>

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

void addAll(Desk& desk, const std::vector<edit::Edit>& edits, const QString& step,
            const QString& word)
{
    Session& session = desk.session();
    if (const Result<void> done = session.commit(edits, step); !done) {
        desk.tell(errorText(done.error()));
        return;
    }
    const Scene& scene = *session.document().scene;
    std::vector<NodeId> added;
    for (const edit::Edit& edit : edits)
        if (const NodeIndex row = scene.find(std::get<edit::AddTarget>(edit).name); row != kNoNode)
            added.push_back(scene[row].id);
    session.selection().setKeys({});
    session.selection().setNodes(std::move(added));
    desk.tell(word);
}

}  // namespace

bool canAddAim(Desk& desk)
{
    return !selectedBones(desk).empty();
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
    addAll(desk, edits,
           edits.size() == 1 ? translated(QT_TRANSLATE_NOOP("Actions", "New aim"))
                             : translated(QT_TRANSLATE_NOOP("Actions", "New aims")),
           translated(QT_TRANSLATE_NOOP(
               "Actions", "Drag the aim: the bone looks at it, and a key is set at the playhead")));
}

bool canCloseLoop(Desk& desk)
{
    const std::vector<NodeIndex> bones = selectedBones(desk);
    return bones.size() == 2 &&
           aboveBoth(*desk.session().document().scene, bones[0], bones[1]) != kNoNode;
}

void closeLoop(Desk& desk)
{
    const Scene& scene = *desk.session().document().scene;
    const std::vector<NodeIndex> bones = selectedBones(desk);
    if (bones.size() != 2) return;
    const NodeIndex root = aboveBoth(scene, bones[0], bones[1]);
    if (root == kNoNode) return;
    edit::AddTarget add;
    add.effector = scene[bones[0]].id;
    add.meets = scene[bones[1]].id;
    add.root = scene[root].id;
    add.name = uniqueName(scene, scene[bones[0]].name + " loop");
    add.frame = desk.session().playhead().frame();
    addAll(desk, {add}, translated(QT_TRANSLATE_NOOP("Actions", "Close loop")),
           translated(QT_TRANSLATE_NOOP(
               "Actions", "S keeps the two together as they are, from here on; drag the target "
                          "to bring them together first")));
}

}  // namespace posewright::ui::menus

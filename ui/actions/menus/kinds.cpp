#include "core/operate/new_targets.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/viewport.h"

#include <QStringList>

#include <algorithm>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

/// Adds targets in one step and selects them. If that is refused, tells why and returns none.
std::vector<NodeId> addAll(Desk& desk, const Result<operate::Edits>& made, const QString& step)
{
    Session& session = desk.session();
    const Result<void> done = made ? session.commit(*made, step) : Result<void>(made.error());
    if (!done) {
        desk.tell(errorText(done.error()));
        return {};
    }
    std::vector<NodeId> added = targetsAdded(session.document(), *made);
    session.selection().setKeys({});
    session.selection().setNodes(added);
    return added;
}

/// Names of the targets that act on one of these bones anywhere in the clip.
QStringList pullingAt(Desk& desk, const std::vector<NodeIndex>& bones)
{
    const Document& doc = desk.session().document();
    QStringList names;
    for (const Constraint& c : doc.rig->constraints) {
        if (!c.arrives() ||
            std::find(bones.begin(), bones.end(), doc.scene->find(c.effector)) == bones.end())
            continue;
        const SpanRow* row = doc.clip().spanRow(c.id);
        const bool acts = row && std::any_of(row->spans.begin(), row->spans.end(),
                                             [](const Span& s) { return s.kind != SpanKind::Off; });
        if (acts) names << toQt((*doc.scene)[doc.scene->find(c.target)].name);
    }
    return names;
}

/// Requires a selected bone.
Obstacle noBone(Desk& desk)
{
    return selectedBones(desk).empty() ? QT_TRANSLATE_NOOP("Actions", "select a bone first")
                                       : nullptr;
}

void addAim(Desk& desk)
{
    const operate::NewAims aims{selectedBones(desk), desk.session().playhead().frame()};
    const std::vector<NodeId> added =
        addAll(desk, operate::plainEdits(desk.session().document(), aims),
               aims.bones.size() == 1 ? translated(QT_TRANSLATE_NOOP("Actions", "New aim"))
                                      : translated(QT_TRANSLATE_NOOP("Actions", "New aims")));
    if (added.empty()) return;
    const auto shown = desk.evaluator().at(desk.session().playhead().frame());
    for (const NodeId star : added)
        desk.viewport().reveal(shown->world[desk.session().document().scene->find(star)].position);
    desk.tell(translated(QT_TRANSLATE_NOOP(
        "Actions", "Drag the star: the bone looks at it, with the side that the inspector names "
                   "(Looks along)")));
}

void keepDistance(Desk& desk)
{
    operate::NewTargets arguments{selectedBones(desk), desk.session().playhead().frame(), true};
    arguments.kind = "keepsDistance";
    const Result<operate::Edits> made = operate::plainEdits(desk.session().document(), arguments);
    if (made && made->empty()) {
        desk.tell(translated(QT_TRANSLATE_NOOP("Actions", "These bones have targets already")));
        return;
    }
    const QString step = translated(QT_TRANSLATE_NOOP("Actions", "New distance"));
    if (addAll(desk, made, step).empty()) return;
    desk.tell(translated(QT_TRANSLATE_NOOP(
        "Actions", "Drag the target: the bone stays on the circle about it; the inspector has the "
                   "distance")));
}

/// Requires two selected bones, or their targets, with a common bone above.
Obstacle noLoop(Desk& desk)
{
    const Document& doc = desk.session().document();
    const std::vector<NodeIndex> bones =
        operate::bonesMeant(doc, desk.session().selection().nodes());
    if (bones.size() != 2)
        return QT_TRANSLATE_NOOP("Actions", "select the two bones, or the two targets, that are "
                                            "to meet");
    return operate::aboveBoth(*doc.scene, bones[0], bones[1]) == kNoNode
               ? QT_TRANSLATE_NOOP("Actions", "no bone is above both of them")
               : nullptr;
}

void closeLoop(Desk& desk)
{
    Session& session = desk.session();
    const operate::CloseLoop loop{session.selection().nodes(), session.playhead().frame()};
    const QStringList rivals = pullingAt(desk, operate::bonesMeant(session.document(), loop.nodes));
    if (addAll(desk, operate::plainEdits(session.document(), loop),
               translated(QT_TRANSLATE_NOOP("Actions", "Close loop")))
            .empty())
        return;
    QString word = translated(QT_TRANSLATE_NOOP(
        "Actions", "S keeps the two together as they are, from here on; drag the target to bring "
                   "them together first"));
    // With one target, that hand leads and the other follows; two could pull apart.
    if (rivals.size() > 1)
        word = translated(QT_TRANSLATE_NOOP("Actions", "%1 pull the two apart: switch one of them "
                                                       "off (Target > Off) where they meet. "))
                   .arg(rivals.join(translated(QT_TRANSLATE_NOOP("Actions", " and ")))) +
               word;
    desk.tell(word);
}

}  // namespace

// Targets that ask for something other than a place.
std::vector<ActionRow> kinds()
{
    return {
        {"target.aim",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "New A&im"),
         QT_TRANSLATE_NOOP("Actions",
                           "Give each selected bone something to look at, as eyes and lamps do"),
         QT_TRANSLATE_NOOP("Actions", "look at eyes head track to point gaze lamp camera"),
         "aim",
         {},
         noBone,
         addAim},
        {"target.loop",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "C&lose a Loop"),
         QT_TRANSLATE_NOOP(
             "Actions",
             "Let two selected bones, or those of two selected targets, meet: hands that "
             "hold each other"),
         QT_TRANSLATE_NOOP("Actions", "hold hands together meet join closed chain grab"),
         "closed-loop",
         {},
         noLoop,
         closeLoop},
        {"target.distance",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "Ne&w Distance"),
         QT_TRANSLATE_NOOP("Actions",
                           "Give each selected bone a target that it keeps a distance from: a hand "
                           "on a wheel's rim, or off a wall"),
         QT_TRANSLATE_NOOP("Actions", "distance apart away sphere radius rim orbit spacing"),
         "distance",
         {},
         noBone,
         keepDistance},
    };
}

}  // namespace posewright::ui::menus

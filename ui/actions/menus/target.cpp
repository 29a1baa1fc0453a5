#include "core/operate/bend_over.h"
#include "core/operate/new_targets.h"
#include "core/operate/operate.h"
#include "core/operate/target_space.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/models/status_text.h"
#include "ui/models/touch_words.h"
#include "ui/session/evaluator.h"
#include "ui/session/playhead.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/viewport/view_settings.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

const Constraint* targetOn(const Document& doc, NodeId bone)
{
    for (const Constraint& constraint : doc.rig->constraints)
        if (constraint.effector == bone) return &constraint;
    return nullptr;
}

Obstacle noFigure(Desk& desk)
{
    return desk.session().document().scene->size() == 0
               ? QT_TRANSLATE_NOOP("Actions", "there is no figure yet: open one, or a sample")
               : nullptr;
}

QString nameOf(const Document& doc, NodeId node)
{
    return toQt((*doc.scene)[doc.scene->find(node)].name);
}

/// Selects targets that existed already, and tells the user.
void showTargets(Desk& desk, const std::vector<NodeId>& targets)
{
    if (targets.empty()) return;
    const Document& doc = desk.session().document();
    const QString name = nameOf(doc, targets.back());
    desk.session().selection().pick(targets);
    desk.tell(translated(QT_TRANSLATE_NOOP(
                             "Actions", "There is a target already, \u201c%1\u201d: drag that one"))
                  .arg(name));
}

NodeId carrierOf(const Document& doc, const Constraint& target)
{
    const NodeIndex row = (*doc.scene)[doc.scene->find(target.target)].parent;
    return row == kNoNode ? NodeId::None : (*doc.scene)[row].id;
}

/// The node, or the bone above it: clicking a robot's hand selects a mesh.
NodeId leadingBone(const Document& doc, NodeId node)
{
    const Scene& scene = *doc.scene;
    NodeIndex row = scene.find(node);
    if (row == kNoNode || constraintOfTarget(*doc.rig, node)) return NodeId::None;
    while (row != kNoNode && !scene[row].bone()) row = scene[row].parent;
    return row == kNoNode ? NodeId::None : scene[row].id;
}

Obstacle noLeadingBone(Desk& desk)
{
    const Session& session = desk.session();
    const std::vector<NodeId>& nodes = session.selection().nodes();
    if (std::ranges::any_of(nodes, [&](NodeId node) {
            return leadingBone(session.document(), node) != NodeId::None;
        }))
        return nullptr;
    return constraintOfTarget(*session.document().rig, session.selection().active())
               ? QT_TRANSLATE_NOOP("Actions", "select a bone first; on a target, T works while you "
                                              "drag it, and touches what is under the pointer")
               : QT_TRANSLATE_NOOP("Actions", "select a bone first");
}

/// What to do next, and what the new target moves along with.
QString newTargetAdvice(const Document& doc, NodeId target)
{
    QString advice = firstKeyAdvice(doc);
    const Constraint* added = constraintOfTarget(*doc.rig, target);
    if (const QString finger = added ? fingerWords(doc, *added) : QString(); !finger.isEmpty())
        advice += QStringLiteral(". ") + finger;
    const NodeId carrier = added ? carrierOf(doc, *added) : NodeId::None;
    if (carrier == NodeId::None) return advice;
    return translated(QT_TRANSLATE_NOOP("Actions", "%1. It goes along with \u201c%2\u201d"))
        .arg(advice, nameOf(doc, carrier));
}

/// Says whose target it is if that was not selected; empty: it was.
QString otherBoneThan(const Document& doc, const std::vector<NodeId>& selected)
{
    for (const NodeId node : selected) {
        const NodeId bone = leadingBone(doc, node);
        if (bone == NodeId::None || bone == node) continue;
        return translated(QT_TRANSLATE_NOOP("Actions",
                                            "\u201c%1\u201d is no bone, so the target is "
                                            "that of the bone above it, \u201c%2\u201d. "))
            .arg(nameOf(doc, node), nameOf(doc, bone));
    }
    return {};
}

/// Says so if a target points a single bone at itself instead of bringing it there; empty: it does
/// not.
QString ofAim(const Document& doc, NodeId target)
{
    const Constraint* added = constraintOfTarget(*doc.rig, target);
    if (!added || !added->axis()) return {};
    return translated(QT_TRANSLATE_NOOP("Actions",
                                        "\u201c%1\u201d is a limb of one bone, so it points at the "
                                        "target. "))
        .arg(nameOf(doc, added->effector));
}

void addTarget(Desk& desk)
{
    Session& session = desk.session();
    const Document& doc = session.document();
    operate::NewTargets wanted{{}, session.playhead().frame(), true};
    std::vector<NodeId> there;
    const Scene& scene = *doc.scene;
    for (const NodeId selected : session.selection().nodes()) {
        const NodeId node = leadingBone(doc, selected);
        if (node == NodeId::None) continue;
        if (std::find(wanted.bones.begin(), wanted.bones.end(), node) != wanted.bones.end())
            continue;
        wanted.bones.push_back(node);
        const Constraint* old = targetOn(doc, node);
        if (!old) old = targetOn(doc, scene[operate::pulledAt(scene, scene.find(node))].id);
        if (old) there.push_back(old->target);
    }
    const Result<operate::Edits> made = operate::plainEdits(doc, wanted);
    if (!made) return desk.tell(errorText(made.error()));
    const operate::Edits& edits = *made;
    if (edits.empty()) return showTargets(desk, there);
    const bool several = wanted.bones.size() > 1;
    const QString text = edits.size() == 1 ? stepText(edits, doc)
                         : several         ? translated(QT_TRANSLATE_NOOP("Actions", "New targets"))
                                           : translated(QT_TRANSLATE_NOOP("Actions", "New target"));
    const QString other = otherBoneThan(doc, session.selection().nodes());
    if (const Result<void> done = session.commit(edits, text); !done)
        return desk.tell(errorText(done.error()));
    session.selection().setKeys({});
    const std::vector<NodeId> added = targetsAdded(session.document(), edits);
    session.selection().setNodes(added);
    // The new target is there to be dragged, so leave the drawing tool.
    if (ViewSettings& view = desk.viewport().settings(); view.now().tool == Tool::Draw)
        view.take(Tool::Select);
    const NodeId last = added.empty() ? NodeId::None : added.back();
    desk.tell(other + ofAim(session.document(), last) + newTargetAdvice(session.document(), last));
}

/// Tells which of the usual five were added, and what to do next.
void tellOfBody(Desk& desk, const std::vector<edit::Edit>& edits)
{
    QStringList missing;
    const Document& doc = desk.session().document();
    for (const char* name : {"Body", "Left hand", "Right hand", "Left foot", "Right foot"})
        if (!findConstraint(doc, name)) missing.push_back(QString::fromLatin1(name));
    desk.session().selection().pick(targetsAdded(doc, edits));
    QString text = firstKeyAdvice(doc);
    if (!missing.isEmpty())
        text += translated(QT_TRANSLATE_NOOP("Actions", " \u2013 not found by names or shape: %1"))
                    .arg(missing.join(QStringLiteral(", ")));
    desk.tell(text);
}

void addBiped(Desk& desk)
{
    const Result<operate::Edits> edits = operate::plainEdits(
        desk.session().document(), operate::TargetsForBody{desk.session().playhead().frame()});
    if (!edits) {
        desk.tell(errorText(edits.error()));
    } else if (edits->empty()) {
        desk.tell(translated(
            QT_TRANSLATE_NOOP("Actions", "Hands, feet and hips have their targets already")));
    } else if (commit(desk, *edits,
                      translated(QT_TRANSLATE_NOOP("Actions", "New targets for a body")))) {
        tellOfBody(desk, *edits);
    }
}

Obstacle noPlaceForPole(Desk& desk)
{
    const std::vector<const Constraint*> targets = selectedTargets(desk);
    if (targets.empty()) return QT_TRANSLATE_NOOP("Actions", "select a target first");
    return std::any_of(targets.begin(), targets.end(),
                       [](const Constraint* c) { return c->pole == NodeId::None; })
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "the selected target has a pole already");
}

/// The new poles are selected and in view.
void addPole(Desk& desk)
{
    Session& session = desk.session();
    const std::vector<ConstraintId> targets = idsOf(selectedTargets(desk));
    std::vector<ConstraintId> without;
    for (const ConstraintId id : targets)
        if (findConstraint(*session.document().rig, id)->pole == NodeId::None)
            without.push_back(id);
    if (!perform(desk, operate::NewPoles{targets, session.playhead().frame()}, {})) return;
    std::vector<NodeId> poles;
    const Document& doc = session.document();
    for (const ConstraintId id : without)
        if (const Constraint* c = findConstraint(*doc.rig, id); c && c->pole != NodeId::None)
            poles.push_back(c->pole);
    if (poles.empty()) return;
    session.selection().pick(poles);
    const auto shown = desk.evaluator().at(session.playhead().frame());
    if (draws(desk) && shown)
        for (const NodeId pole : poles)
            desk.viewport().reveal(shown->world[doc.scene->find(pole)].position);
    desk.tell(translated(QT_TRANSLATE_NOOP(
                             "Actions", "\u201c%1\u201d is selected: drag it, and the limb bends "
                                        "towards it from its first key on"))
                  .arg(nameOf(doc, poles.back())));
}

Obstacle noLimb(Desk& desk)
{
    if (const Obstacle other = busy(desk)) return other;
    const Session& session = desk.session();
    return operate::bendableLimbs(session.document(), session.selection().nodes(),
                                  session.playhead().frame())
                   .empty()
               ? QT_TRANSLATE_NOOP("Actions", "select the target of an arm or a leg, or its bones")
               : nullptr;
}

/// Says where a limb bends the other way now: its other keys do as before.
void tellOfBends(Desk& desk, const operate::Edits& edits)
{
    std::vector<double> frames;
    for (const edit::Edit& one : edits)
        if (const auto* bend = std::get_if<edit::SetBend>(&one)) frames.push_back(bend->frame);
    if (frames.empty()) return;
    const auto [first, last] = std::ranges::minmax(frames);
    const QLocale locale;
    desk.tell(frames.size() == 1
                  ? translated(QT_TRANSLATE_NOOP("Actions", "Bends the other way at frame %1"))
                        .arg(locale.toString(first))
                  : translated(QT_TRANSLATE_NOOP("Actions",
                                                 "Bends the other way at all keys from %1 to %2"))
                        .arg(locale.toString(first), locale.toString(last)));
}

void bendOver(Desk& desk)
{
    const Session& session = desk.session();
    const Result<operate::Edits> edits =
        operate::bentOver(session.document(), session.selection().nodes(),
                          session.playhead().frame(), {session.memo(), {}, 0});
    if (!edits) return desk.tell(errorText(edits.error()));
    commit(desk, *edits, translated(QT_TRANSLATE_NOOP("Actions", "Bend the other way")));
    tellOfBends(desk, *edits);
}

bool goAlong(Desk& desk)
{
    const std::vector<const Constraint*> targets = selectedTargets(desk);
    return !targets.empty() && std::ranges::all_of(targets, [&](const Constraint* target) {
        return carrierOf(desk.session().document(), *target) != NodeId::None;
    });
}

Obstacle noCarrier(Desk& desk)
{
    if (noTarget(desk)) return noTarget(desk);
    const Scene& scene = *desk.session().document().scene;
    const std::vector<const Constraint*> targets = selectedTargets(desk);
    const bool any = std::ranges::any_of(targets, [&](const Constraint* target) {
        return operate::bodyAbove(scene, target->root) != NodeId::None;
    });
    return any || goAlong(desk)
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "no hips and no spine are known above the limb");
}

void changeSpace(Desk& desk)
{
    const bool free = goAlong(desk);
    perform(
        desk,
        operate::GoAlong{idsOf(selectedTargets(desk)), !free, desk.session().playhead().frame()},
        translated(free ? QT_TRANSLATE_NOOP("Actions", "Stay in the world")
                        : QT_TRANSLATE_NOOP("Actions", "Go along with the body")));
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> target()
{
    using K = QKeySequence;
    return {
        {"target.new",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "New &Target"),
         QT_TRANSLATE_NOOP("Actions",
                           "Put a target on each selected bone: drag it and the limb follows"),
         QT_TRANSLATE_NOOP(
             "Actions", "add create make ik effector handle goal constraint controller hand foot"),
         "target",
         {K(Qt::Key_T)},
         noLeadingBone,
         addTarget},
        {"target.biped",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "Targets for a Bod&y"),
         QT_TRANSLATE_NOOP(
             "Actions", "Put targets on hands, feet and hips, found by the names or the shape of "
                        "the bones"),
         QT_TRANSLATE_NOOP("Actions",
                           "add create auto rig ik human character hand foot arm leg skeleton"),
         "biped",
         {K(Qt::SHIFT | Qt::Key_T)},
         noFigure,
         addBiped},
        {"target.pole",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "New &Pole"),
         QT_TRANSLATE_NOOP("Actions", "Give the selected target a point that the limb bends to"),
         QT_TRANSLATE_NOOP("Actions", "add create knee elbow bend direction hint vector"),
         "pole",
         {},
         noPlaceForPole,
         addPole},
        {"target.bendOver",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Bend the Other Way"),
         QT_TRANSLATE_NOOP("Actions", "Turn the elbow or the knee of the selected limb over to the "
                                      "other side here, and at the keys beside this frame where "
                                      "it bends as here, so that it does not whirl between them; "
                                      "its hand or foot stays"),
         QT_TRANSLATE_NOOP("Actions", "flip invert elbow knee bend direction inside out backwards"),
         nullptr,
         {},
         noLimb,
         bendOver},
    };
}

std::vector<ActionRow> changedTargets()
{
    using K = QKeySequence;
    return {
        {"target.along",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Go Along with the Body"),
         QT_TRANSLATE_NOOP("Actions", "The body carries the selected targets; where this is not "
                                      "ticked, they stay where they are in the world"),
         QT_TRANSLATE_NOOP("Actions",
                           "space parent local world follow carry attach chest hips walk relative"),
         nullptr,
         {K(Qt::SHIFT | Qt::Key_G)},
         noCarrier,
         changeSpace,
         goAlong},
        {"target.remove",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "Remo&ve Target"),
         QT_TRANSLATE_NOOP("Actions", "Remove the selected targets; the keys below show again"),
         QT_TRANSLATE_NOOP("Actions", "delete ik effector constraint"),
         "remove",
         {},
         noTarget,
         [](Desk& d) { removeTargets(d, false); },
         nullptr,
         true},
        {"target.removeKeepingPose",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "Remove Target, &Keep the Pose"),
         QT_TRANSLATE_NOOP("Actions", "Remove the selected targets and key the motion they made"),
         QT_TRANSLATE_NOOP("Actions", "delete bake fk ik constraint joint keys"),
         "remove-keep",
         {},
         noTarget,
         [](Desk& d) { removeTargets(d, true); }},
    };
}

}  // namespace posewright::ui::menus

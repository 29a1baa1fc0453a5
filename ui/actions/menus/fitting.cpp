#include "core/operate/clean_feet.h"
#include "ui/actions/contacts_dialog.h"
#include "ui/actions/contacts_preview.h"
#include "ui/actions/cures_dialog.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/models/fault_text.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/playhead.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QApplication>
#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <memory>

/// Bringing targets to the existing motion.
namespace posewright::ui::menus {

using namespace helpers;

namespace {

void matchToPose(Desk& desk)
{
    const Session& session = desk.session();
    const double frame = session.playhead().frame();
    const Result<operate::Edits> edits = operate::plainEdits(
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
    if (ids.empty()) return;  // the operation would take an empty list for all
    perform(desk, operate::FitTargets{ids, {}},
            translated(QT_TRANSLATE_NOOP("Actions", "Fit targets to motion")));
}

Obstacle nothingStands(Desk& desk)
{
    const auto& nodes = desk.session().document().scene->nodes();
    return std::any_of(nodes.begin(), nodes.end(), [](const Node& n) { return n.bone(); })
               ? busy(desk)
               : QT_TRANSLATE_NOOP("Actions", "there are no bones here");
}

using On = ContactsDialog::On;

/// The feet, and selected bones that can stand on `on`.
operate::CleanFeet lookedAt(const Document& doc, const std::vector<NodeId>& selected, const On& on)
{
    operate::CleanFeet out;
    if (on.bone != NodeId::None) out.on = on.bone;
    out.anywhere = on.anywhere;
    for (const NodeId node : selected) {
        const NodeIndex row = doc.scene->find(node);
        if (row == kNoNode || !(*doc.scene)[row].bone()) continue;
        if (out.on && !operate::canStandOn(*doc.scene, node, *out.on)) continue;
        out.bones.push_back(node);
    }
    return out;
}

/// The ground; if bones are selected, also anything, and every bone that one of them can stand on.
std::vector<On> placesFor(const Document& doc, const std::vector<NodeId>& selected)
{
    const Scene& scene = *doc.scene;
    std::vector<On> places{
        {translated(QT_TRANSLATE_NOOP("Actions", "the ground")), NodeId::None, false}};
    const std::vector<NodeId> bones = lookedAt(doc, selected, places.front()).bones;
    if (bones.empty()) return places;
    places.push_back(
        {translated(QT_TRANSLATE_NOOP("Actions", "anything, at any height")), NodeId::None, true});
    for (const Node& node : scene.nodes())
        if (node.bone() && std::any_of(bones.begin(), bones.end(), [&](NodeId bone) {
                return operate::canStandOn(scene, bone, node.id);
            }))
            places.push_back({toQt(node.name), node.id, false});
    return places;
}

QString millimetresOf(double metres)
{
    return QLocale().toString(1000 * metres, 'f', 1);
}

QString outcomeWords(const ContactsPreview::Outcome& outcome)
{
    return translated(
               QT_TRANSLATE_NOOP("Actions",
                                 "%1 contacts hold: what stands slid by up to %2 mm, now %3 mm, "
                                 "and was moved by up to %4 mm (on a figure of 1.7 m)"))
        .arg(outcome.contacts)
        .arg(millimetresOf(outcome.slid), millimetresOf(outcome.slides),
             millimetresOf(outcome.moved));
}

void findContacts(Desk& desk)
{
    const Session& session = desk.session();
    const Document before = session.document();
    const std::vector<NodeId> selected = session.selection().nodes();
    const auto watchedOn = [&](const On& on) {
        return operate::watchedFor(before, lookedAt(before, selected, on));
    };
    const std::vector<On> places = placesFor(before, selected);
    if (watchedOn(places.front()).empty()) {
        desk.tell(translated(QT_TRANSLATE_NOOP(
            "Actions", "No feet are found by their names or shape: select the bones that stand")));
        return;
    }
    const auto look = [&](const On& on) { return contacts::sample(before, watchedOn(on)); };
    const Result<contacts::Samples> samples = look(places.front());
    if (!samples) {
        desk.tell(errorText(samples.error()));
        return;
    }
    ContactsDialog dialog(*samples, places, look, &desk.widget());
    ContactsPreview preview(desk.session(),
                            translated(QT_TRANSLATE_NOOP("Actions", "Hold contacts")));
    const auto show = [&] {
        dialog.tellOutcome({});
        preview.show({dialog.samples(), dialog.accepted(), dialog.fade()});
    };
    QObject::connect(&dialog, &ContactsDialog::frameChosen, &dialog,
                     [&desk](double frame) { desk.session().playhead().setFrame(frame); });
    QObject::connect(&dialog, &ContactsDialog::chosen, &preview, show);
    QObject::connect(&preview, &ContactsPreview::shown, &dialog,
                     [&] { dialog.tellOutcome(outcomeWords(preview.outcome())); });
    QObject::connect(&preview, &ContactsPreview::refused, &dialog,
                     [&](const Error& error) { dialog.tellOutcome(errorText(error)); });
    show();
    if (dialog.exec() != QDialog::Accepted) return;
    const Result<void> kept = preview.keep();
    desk.tell(kept ? outcomeWords(preview.outcome()) : errorText(kept.error()));
}

bool isSelected(const Session& session, const Constraint& c)
{
    const Selection& selection = session.selection();
    return selection.contains(c.target) || selection.contains(c.effector) ||
           (c.pole != NodeId::None && selection.contains(c.pole));
}

/// The target that misses at the playhead, preferably one that is selected, or whose pole or
/// effector is; null if there is none.
const Constraint* missed(Desk& desk)
{
    const std::shared_ptr<const Evaluation> now = desk.evaluator().current();
    if (!now) return nullptr;
    const Session& session = desk.session();
    const Constraint* found = nullptr;
    for (const TargetStatus& status : now->targets) {
        if (!isProblem(status.status)) continue;
        const Constraint* c = findConstraint(*session.document().rig, status.constraint);
        if (c && isSelected(session, *c)) return c;
        if (c && !found) found = c;
    }
    return found;
}

/// What pops or slips at the playhead.
struct Trouble {
    const Constraint* target = nullptr;  ///< its limb pops, or its contact slips; or
    NodeId joint = NodeId::None;         ///< pops, turned by its keys only

    bool none() const { return !target && joint == NodeId::None; }
};

/// The trouble of a selected target or joint, else the largest.
Trouble troubleAt(Desk& desk)
{
    const Session& session = desk.session();
    const Document& doc = session.document();
    const MotionFault* fault = desk.evaluator().faultAt(session.playhead().frame());
    if (!fault) return {};
    for (const MotionFault::Slip& slip : fault->slips) {
        const Constraint* c = findConstraint(*doc.rig, slip.target);
        if (c && isSelected(session, *c)) return {c};
    }
    for (const std::vector<Pop>* pops : {&fault->pops, &fault->recorded})
        for (const Pop& pop : *pops) {
            const Constraint* leader = leaderOf(doc, pop);
            if (leader ? isSelected(session, *leader) : session.selection().contains(pop.joint))
                return leader ? Trouble{leader} : Trouble{nullptr, pop.joint};
        }
    const NodeId culprit = culpritOf(doc, *fault);
    const Constraint* target = constraintOfTarget(*doc.rig, culprit);
    return target ? Trouble{target} : Trouble{nullptr, culprit};
}

Obstacle nothingMissed(Desk& desk)
{
    if (const Obstacle other = busy(desk)) return other;
    return missed(desk) || !troubleAt(desk).none()
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "no target is missed and nothing pops or slips at "
                                              "this frame: N goes to the next that does");
}

/// A remedy for a miss or a fault.
struct Help {
    CuresDialog::Offer offer;
    operate::Edits edits;
};

void offerHelp(Desk& desk, const QString& why, const std::vector<Help>& found)
{
    if (found.empty()) {
        desk.tell(
            translated(QT_TRANSLATE_NOOP("Actions", "%1: nothing that is known helps")).arg(why));
        return;
    }
    Session& session = desk.session();
    std::vector<CuresDialog::Offer> offers;
    offers.reserve(found.size());
    for (const Help& help : found) offers.push_back(help.offer);
    CuresDialog dialog(why, offers, &desk.widget());
    const int gesture = session.beginGesture();
    QObject::connect(&dialog, &CuresDialog::shown, &dialog, [&](int row) {
        if (row < 0) return;
        tell(desk, session.commit(found[row].edits, found[row].offer.what, gesture));
    });
    // Keep the figure above it visible.
    const QWidget& window = desk.widget();
    dialog.adjustSize();
    dialog.move(window.mapToGlobal(
        QPoint((window.width() - dialog.width()) / 2, window.height() - dialog.height() - 30)));
    const bool taken = dialog.exec() == QDialog::Accepted && dialog.picked() >= 0;
    if (taken)
        session.finishGesture(gesture);
    else
        session.cancelGesture(gesture);
}

/// What pops or slips at the playhead, in two lines at most, the greatest first.
QString troubleText(Desk& desk)
{
    const Document& doc = desk.session().document();
    const MotionFault& fault = *desk.evaluator().faultAt(desk.session().playhead().frame());
    const QStringList lines =
        fault.isProblem() ? faultLines(doc, fault, 2) : noteLines(doc, fault, 2);
    return lines.join(QStringLiteral("; "));
}

void smoothMotion(Desk& desk, const Trouble& trouble)
{
    Session& session = desk.session();
    const Document before = session.document();
    const double frame = session.playhead().frame();
    const edit::Context context{session.memo(), {}, 0};
    const QString why = troubleText(desk);
    std::vector<Help> found;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    if (trouble.target) {
        for (operate::Smoothing& one :
             operate::smoothings(before, trouble.target->id, frame, context))
            found.push_back(
                {{smoothingText(one), leftText(before, one.left)}, std::move(one.edits)});
    } else {
        for (operate::Bridging& one : operate::bridgings(before, trouble.joint, frame, context))
            found.push_back(
                {{bridgingText(one), leftText(before, one.left)}, std::move(one.edits)});
    }
    QApplication::restoreOverrideCursor();
    offerHelp(desk, why, found);
}

void cureMiss(Desk& desk)
{
    const Constraint* target = missed(desk);
    if (!target) {
        if (const Trouble trouble = troubleAt(desk); !trouble.none()) smoothMotion(desk, trouble);
        return;
    }
    Session& session = desk.session();
    const Document before = session.document();
    const double frame = session.playhead().frame();
    const edit::Context context{session.memo(), {}, 0};
    const operate::Miss miss = operate::missAround(before, target->id, frame, context);
    const QString why = statusLine(before, *desk.evaluator().current(), target->id);
    std::vector<Help> found;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    for (const operate::Remedy& one : operate::remedies(before, target->id, frame, context))
        found.push_back({{remedyText(before, one), leftText(before, miss, one)}, one.edits});
    QApplication::restoreOverrideCursor();
    offerHelp(desk, missText(why, miss), found);
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
        {"target.cure",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Reach Doctor..."),
         QT_TRANSLATE_NOOP("Actions",
                           "Why a target is missed, or a joint pops or a contact slips, at this "
                           "frame, and the remedies, each shown before it is done"),
         QT_TRANSLATE_NOOP(
             "Actions",
             "cure problem what helps unreachable fix limit too far stretch pop jump slip"),
         nullptr,
         {K(Qt::SHIFT | Qt::Key_H)},
         nothingMissed,
         cureMiss},
        {"target.findContacts",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "Fi&nd Contacts..."),
         QT_TRANSLATE_NOOP("Actions", "Where feet, and the selected bones, stand still in this "
                                      "motion, and targets that hold them there"),
         QT_TRANSLATE_NOOP("Actions", "foot skate slide clean plant mocap capture feet lock floor"),
         nullptr,
         {},
         nothingStands,
         findContacts},
    };
}

}  // namespace posewright::ui::menus

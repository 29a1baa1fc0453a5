#include "ui/actions/menus/reach_doctor.h"

#include "core/operate/go_round.h"
#include "ui/actions/actions.h"
#include "ui/actions/aftermath_text.h"
#include "ui/actions/cures_check.h"
#include "ui/actions/cures_dialog.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/models/fault_text.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/playhead.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QWidget>

#include <algorithm>
#include <memory>
#include <vector>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

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

/// The target whose limb is in a box at the playhead, preferably one that is selected; null: none.
const Constraint* inBox(Desk& desk)
{
    const Session& session = desk.session();
    const MotionFault* fault = desk.evaluator().faultAt(session.playhead().frame());
    const Constraint* found = nullptr;
    if (!fault) return found;
    for (const InBox& in : fault->inBoxes) {
        const Constraint* c = findConstraint(*session.document().rig, in.target);
        if (c && isSelected(session, *c)) return c;
        if (c && !found) found = c;
    }
    return found;
}

/// A remedy for a miss or a fault.
struct Help {
    CuresDialog::Offer offer;
    operate::Edits edits;
};

/// What is to be helped, and the remedies.
struct Helped {
    QString why;
    NodeId root = NodeId::None;  ///< of the limb; None: it is about a joint alone
    operate::Needed needed;
    std::vector<Help> found;
};

void offerHelp(Desk& desk, const Helped& helped)
{
    const std::vector<Help>& found = helped.found;
    if (found.empty()) {
        desk.tell(translated(QT_TRANSLATE_NOOP("Actions", "%1: nothing that is known helps"))
                      .arg(helped.why));
        return;
    }
    Session& session = desk.session();
    CuresCheck check(session, helped.root, helped.needed);
    std::vector<CuresDialog::Offer> offers;
    offers.reserve(found.size());
    for (const Help& help : found) offers.push_back(help.offer);
    CuresDialog dialog(helped.why, offers, &desk.widget());
    const int gesture = session.beginGesture();
    QObject::connect(&dialog, &CuresDialog::shown, &dialog, [&](int row) {
        if (row < 0) return;
        tell(desk, session.commit(found[row].edits, found[row].offer.what, gesture));
    });
    QObject::connect(
        &check, &CuresCheck::judged, &dialog, [&](int row, const operate::Aftermath& what) {
            dialog.tellAftermath(row, aftermathText(check.document(), what), what.worse());
        });
    std::vector<operate::Edits> all;
    all.reserve(found.size());
    for (const Help& help : found) all.push_back(help.edits);
    check.start(std::move(all));
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
    Helped helped{troubleText(desk),
                  trouble.target ? trouble.target->root : NodeId::None,
                  {frame - 1, frame},
                  {}};
    std::vector<Help>& found = helped.found;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    if (trouble.target) {
        if (auto away = operate::poleAway(before, trouble.target->id, frame, context))
            found.push_back(
                {{poleAwayText(before, *away), leftText(before, away->left)}, away->edits});
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
    offerHelp(desk, helped);
}

void leadRoundBox(Desk& desk, const Constraint& target)
{
    Session& session = desk.session();
    const Document before = session.document();
    const double frame = session.playhead().frame();
    const edit::Context context{session.memo(), {}, 0};
    const auto through = operate::throughAround(before, target.id, frame, context);
    if (!through) return;
    Helped helped{throughText(before, *through), target.root, {through->start, through->end}, {}};
    std::vector<Help>& found = helped.found;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    for (operate::WayRound& way : operate::waysRound(before, target.id, frame, context))
        found.push_back(
            {{wayText(before, way),
              way.whole ? CuresDialog::tr("nothing is in a box")
                        : CuresDialog::tr("the bone before the limb's end is in a box")},
             std::move(way.edits)});
    QApplication::restoreOverrideCursor();
    offerHelp(desk, helped);
}

bool isAnythingHere(Desk& desk)
{
    return missed(desk) || inBox(desk) || !troubleAt(desk).none();
}

/// At a frame that the status bar counts.
bool isAnythingElsewhere(Desk& desk)
{
    const Evaluator& evaluator = desk.evaluator();
    const Playhead& playhead = desk.session().playhead();
    const auto plays = [&](const auto& one) {
        return one.first >= playhead.start() && one.first <= playhead.end();
    };
    return std::ranges::any_of(evaluator.strip(),
                               [&](const auto& one) {
                                   return plays(one) && evaluator.isProblemFrame(one.first);
                               }) ||
           std::ranges::any_of(evaluator.faults(), plays);
}

/// Goes to the next frame that is counted, and opens there.
void goThereFirst(Desk& desk)
{
    desk.actions()["time.nextProblem"]->trigger();
    const auto open = [&desk] {
        if (isAnythingHere(desk)) openReachDoctor(desk);
    };
    const auto now = desk.evaluator().current();
    if (now && now->frame == desk.session().playhead().frame()) return open();
    QObject::connect(
        &desk.evaluator(), &Evaluator::evaluated, &desk.widget(), open,
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
}

}  // namespace

Obstacle nothingToCure(Desk& desk)
{
    if (const Obstacle other = busy(desk)) return other;
    return isAnythingHere(desk) || isAnythingElsewhere(desk)
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions",
                                   "no target is missed and nothing pops or slips at any frame");
}

void openReachDoctor(Desk& desk)
{
    if (!isAnythingHere(desk)) return goThereFirst(desk);
    const Constraint* target = missed(desk);
    if (!target) {
        const MotionFault* fault = desk.evaluator().faultAt(desk.session().playhead().frame());
        if (const Constraint* through = inBox(desk); through && !(fault && fault->isProblem()))
            return leadRoundBox(desk, *through);
        if (const Trouble trouble = troubleAt(desk); !trouble.none()) smoothMotion(desk, trouble);
        return;
    }
    Session& session = desk.session();
    const Document before = session.document();
    const double frame = session.playhead().frame();
    const edit::Context context{session.memo(), {}, 0};
    const operate::Miss miss = operate::missAround(before, target->id, frame, context);
    const QString why = statusLine(before, *desk.evaluator().current(), target->id);
    Helped helped{missText(why, miss), target->root, {miss.first, miss.last}, {}};
    std::vector<Help>& found = helped.found;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    for (const operate::Remedy& one : operate::remedies(before, target->id, frame, context))
        found.push_back({{remedyText(before, one), leftText(before, miss, one)}, one.edits});
    QApplication::restoreOverrideCursor();
    offerHelp(desk, helped);
}

}  // namespace posewright::ui::menus

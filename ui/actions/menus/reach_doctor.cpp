#include "ui/actions/menus/reach_doctor.h"

#include "core/operate/go_round.h"
#include "core/operate/lay_on.h"
#include "ui/actions/actions.h"
#include "ui/actions/aftermath_text.h"
#include "ui/actions/cures_check.h"
#include "ui/actions/cures_dialog.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/models/fault_text.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/job.h"
#include "ui/session/playhead.h"
#include "ui/session/seen_status.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

#include <QAction>
#include <QCoreApplication>
#include <QWidget>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
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
        if (!isProblem(seenStatus(session.document(), status))) continue;
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
    if (!fault || !fault->isCase()) return {};
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

/// The remedies for something.
struct Helped {
    QString why;
    operate::Needed needed;
    std::vector<Help> found;
};

/// What is to be helped.
struct Case {
    QString why;                 ///< until it is known better
    NodeId root = NodeId::None;  ///< of the limb; None: it is about a joint alone
    /// Finds the remedies, off the interface's thread: it has all that it uses.
    std::function<Helped(const edit::Context& context)> find;
};

/// Opens the dialog at once, and fills it as remedies are found and judged.
class Doctor {
public:
    Doctor(Desk& desk, const Case& of) :
        desk_(desk), session_(desk.session()), root_(of.root), dialog_(of.why, &desk.widget()),
        gesture_(session_.beginGesture())
    {
        QObject::connect(&dialog_, &CuresDialog::shown, &dialog_, [this](int row) {
            if (row < 0) return;
            const Help& help = helped_.found[row];
            tell(desk_, session_.commit(help.edits, help.offer.what, gesture_));
        });
        job_.start({},
                   [this, find = of.find,
                    memo = session_.memo()](const Job::Progress& progress) -> Job::Outcome {
                       Helped helped = find({memo, progress, 1});
                       return [this, helped = std::move(helped)](bool cancelled) mutable {
                           if (!cancelled) take(std::move(helped));
                       };
                   });
    }

    void exec()
    {
        // Keep the figure above it visible.
        const QWidget& window = desk_.widget();
        dialog_.adjustSize();
        dialog_.move(window.mapToGlobal(QPoint((window.width() - dialog_.width()) / 2,
                                               window.height() - dialog_.height() - 30)));
        const bool taken = dialog_.exec() == QDialog::Accepted && dialog_.picked() >= 0;
        if (taken)
            session_.finishGesture(gesture_);
        else
            session_.cancelGesture(gesture_);
    }

private:
    void take(Helped helped)
    {
        helped_ = std::move(helped);
        check_.emplace(session_, root_, helped_.needed);
        QObject::connect(&*check_, &CuresCheck::judged, &dialog_,
                         [this](int row, const operate::Aftermath& what) {
                             dialog_.tellAftermath(row, {aftermathText(check_->document(), what),
                                                         what.worse(), what.problems, what.change});
                         });
        std::vector<CuresDialog::Offer> offers;
        std::vector<operate::Edits> all;
        for (const Help& help : helped_.found) {
            offers.push_back(help.offer);
            all.push_back(help.edits);
        }
        dialog_.offer(helped_.why, offers);
        check_->start(std::move(all));
    }

    Desk& desk_;
    Session& session_;
    NodeId root_;  ///< of the limb
    Helped helped_;
    CuresDialog dialog_;
    int gesture_;
    std::optional<CuresCheck> check_;
    Job job_;  ///< last: what it has found goes to the others
};

/// What pops or slips at the playhead, in two lines at most, the greatest first.
QString troubleText(Desk& desk)
{
    const Document& doc = desk.session().document();
    const MotionFault& fault = *desk.evaluator().faultAt(desk.session().playhead().frame());
    const QStringList lines =
        fault.isProblem() ? faultLines(doc, fault, 2) : noteLines(doc, fault, 2);
    return lines.join(QStringLiteral("; "));
}

Case smoothing(Desk& desk, const Trouble& trouble)
{
    const Session& session = desk.session();
    const NodeId root = trouble.target ? trouble.target->root : NodeId::None;
    const ConstraintId target = trouble.target ? trouble.target->id : ConstraintId::None;
    const QString why = troubleText(desk);
    return {why, root,
            [why, target, joint = trouble.joint, doc = session.document(),
             frame = session.playhead().frame()](const edit::Context& context) {
                Helped helped{why, {frame - 1, frame}, {}};
                std::vector<Help>& found = helped.found;
                if (target == ConstraintId::None) {
                    for (operate::Bridging& one : operate::bridgings(doc, joint, frame, context))
                        found.push_back(
                            {{bridgingText(one), leftText(doc, one.left)}, std::move(one.edits)});
                    return helped;
                }
                if (auto away = operate::poleAway(doc, target, frame, context))
                    found.push_back({{poleAwayText(doc, *away), leftText(doc, away->left)},
                                     std::move(away->edits)});
                for (operate::Smoothing& one : operate::smoothings(doc, target, frame, context))
                    found.push_back(
                        {{smoothingText(one), leftText(doc, one.left)}, std::move(one.edits)});
                return helped;
            }};
}

/// Keys that lay the hand on the two nearest sides and the top, if keys hold it in the box, and the
/// ways round.
std::vector<Help> waysOut(const Document& doc, ConstraintId target, double frame,
                          const edit::Context& context)
{
    constexpr std::size_t kMostSides = 2;
    const auto leaves = [](bool whole) {
        return whole ? CuresDialog::tr("nothing is in a box")
                     : CuresDialog::tr("the bone before the limb's end is in a box");
    };
    std::vector<Help> found;
    for (operate::LaidOn& laid : operate::laysOn(doc, target, frame, context)) {
        // One thinks of the top first, even if a forearm touches the edge there.
        if (found.size() >= kMostSides && laid.side != operate::BoxSide::Top) continue;
        const QString left = laid.whole
                                 ? CuresDialog::tr("it lies on it, and nothing is in a box")
                                 : CuresDialog::tr("it lies on it; the arm, or the way there, "
                                                   "leads through a box");
        found.push_back({{laidText(doc, target, laid), left}, std::move(laid.edits)});
    }
    for (operate::WayRound& way : operate::waysRound(doc, target, frame, context))
        found.push_back({{wayText(doc, way), leaves(way.whole)}, std::move(way.edits)});
    return found;
}

Case outOfBox(Desk& desk, const Constraint& target)
{
    const Session& session = desk.session();
    return {troubleText(desk), target.root,
            [why = troubleText(desk), id = target.id, doc = session.document(),
             frame = session.playhead().frame()](const edit::Context& context) -> Helped {
                const auto through = operate::throughAround(doc, id, frame, context);
                if (!through) return {why, {frame, frame}, {}};
                return {throughText(doc, *through),
                        {through->start, through->end},
                        waysOut(doc, id, frame, context)};
            }};
}

Case reaching(Desk& desk, const Constraint& target)
{
    const Session& session = desk.session();
    const QString why = statusLine(session.document(), *desk.evaluator().current(), target.id);
    return {why, target.root,
            [why, id = target.id, doc = session.document(),
             frame = session.playhead().frame()](const edit::Context& context) {
                const operate::Miss miss = operate::missAround(doc, id, frame, context);
                Helped helped{missText(why, miss), {miss.first, miss.last}, {}};
                for (const operate::Remedy& one : operate::remedies(doc, id, frame, context))
                    helped.found.push_back(
                        {{remedyText(doc, one), leftText(doc, miss, one),
                          one.by == operate::CureBy::LetGo, one.by == operate::CureBy::Stretch},
                         one.edits});
                return helped;
            }};
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
           std::ranges::any_of(evaluator.faults(),
                               [&](const auto& one) { return plays(one) && one.second.isCase(); });
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
    if (const Constraint* target = missed(desk))
        return Doctor(desk, reaching(desk, *target)).exec();
    const MotionFault* fault = desk.evaluator().faultAt(desk.session().playhead().frame());
    if (const Constraint* through = inBox(desk); through && !(fault && fault->isProblem()))
        return Doctor(desk, outOfBox(desk, *through)).exec();
    if (const Trouble trouble = troubleAt(desk); !trouble.none())
        Doctor(desk, smoothing(desk, trouble)).exec();
}

}  // namespace posewright::ui::menus

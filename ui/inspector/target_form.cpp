#include "ui/inspector/target_form.h"

#include "core/ik/solver.h"
#include "core/operate/grip.h"
#include "core/operate/operate.h"
#include "core/operate/target_space.h"
#include "ui/inspector/selected_targets.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/kind_words.h"
#include "ui/session/seen_status.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>

#include <algorithm>

namespace posewright::ui {

namespace {

QString inspectorWord(const char* text)
{
    return QCoreApplication::translate("Inspector", text);
}

/// Why one of the targets does not support something; the first in the order of kinds, or null.
const char* reasonOf(const std::vector<const Constraint*>& targets, const char* KindWords::*against)
{
    const Constraint* first = nullptr;
    for (const Constraint* target : targets)
        if (wordsOf(target->kind).*against &&
            (!first || target->kind.index() < first->kind.index()))
            first = target;
    return first ? wordsOf(first->kind).*against : nullptr;
}

QStringList solverTitles()
{
    QStringList titles{QCoreApplication::translate("Inspector", "Automatic")};
    for (const ik::Solver& solver : ik::solvers()) titles << toQt(solver.title);
    return titles;
}

std::string solverAt(int row)
{
    return row == 0 ? std::string() : std::string(ik::solvers()[row - 1].id);
}

int rowOfSolver(const std::string& id)
{
    for (std::size_t i = 0; i < ik::solvers().size(); ++i)
        if (ik::solvers()[i].id == id) return static_cast<int>(i) + 1;
    return 0;
}

}  // namespace

template <class Change>
Form::Edits TargetForm::each(Change change) const
{
    return setEachTarget(session(), [&](edit::SetTarget& set, const Constraint&) {
        change(set);
        return true;
    });
}

TargetForm::TargetForm(Session& session, Evaluator& evaluator) :
    Form(tr("Target"), session, evaluator)
{
    status_ = addText(tr("Status"), QStringLiteral("inspectorStatus"));
    reason_ = addText(tr("Why"), QStringLiteral("inspectorReason"));
    effector_ = addText(tr("Effector"), QStringLiteral("inspectorEffector"));
    root_ = addChoice(tr("Chain from"), QStringLiteral("inspectorRoot"), QString(),
                      [this](int row) -> Edits {
                          const auto targets = selectedTargets(this->session());
                          // The selection may have changed while the list was open.
                          if (targets.empty() || row >= std::ssize(roots_)) return {};
                          edit::SetTarget set;
                          set.target = targets.back()->id;
                          set.root = roots_[row];
                          return {set};
                      });
    addSpace();
    orientation_ = addCheck(
        tr("Orientation"), QStringLiteral("inspectorOrientation"), QString(),
        [this](bool on) { return each([on](edit::SetTarget& set) { set.orientation = on; }); });
    orientation_->setToolTip(tr("The effector turns as the target does"));
    rootMoves_ = addCheck(
        tr("Root moves"), QStringLiteral("inspectorRootMoves"), QString(),
        [this](bool on) { return each([on](edit::SetTarget& set) { set.rootMoves = on; }); });
    rootMoves_->setToolTip(tr("The topmost joint of the chain may leave its place"));
    addStrengths();
    addSolver();
    pole_ = addText(tr("Pole"), QStringLiteral("inspectorPole"));
    keys_ = addText(tr("Keys"), QStringLiteral("inspectorKeys"));
}

void TargetForm::addSpace()
{
    space_ = addChoice(tr("Goes along with"), QStringLiteral("inspectorSpace"), tr("Go along with"),
                       [this](int row) -> Edits {
                           const auto targets = selectedTargets(this->session());
                           if (targets.empty() || row >= std::ssize(spaces_)) return {};
                           const operate::Operation hang =
                               operate::TargetSpace{{targets.back()->id}, spaces_[row], frame()};
                           Edits edits = editsOf(doc(), {&hang, 1});
                           if (edits.empty()) refresh();
                           return edits;
                       });
    space_->setToolTip(tr("What carries the target; with nothing it stays in the world. "
                          "Contacts have a place of their own"));
}

void TargetForm::addStrengths()
{
    weight_ = addNumber(tr("Weight"), NumberField::Kind::Share, QStringLiteral("inspectorWeight"),
                        QString(), [this]() -> Maker {
                            return [this](double value) {
                                return each([value](edit::SetTarget& set) { set.weight = value; });
                            };
                        });
    weight_->setToolTip(tr("Against other targets that pull at the same bones"));
    weight_->setRange(0.001, 1000);
    influence_ = addNumber(tr("Influence"), NumberField::Kind::Share,
                           QStringLiteral("inspectorInfluence"), QString(), [this]() -> Maker {
                               return [this, at = frame()](double value) {
                                   operate::KeyInfluence keyed{{}, at, value};
                                   for (const Constraint* target : selectedTargets(this->session()))
                                       keyed.targets.push_back(target->id);
                                   const Result<Edits> edits = operate::plainEdits(doc(), keyed);
                                   return edits ? *edits : Edits{};
                               };
                           });
    influence_->setToolTip(tr("How much the target acts at the playhead: sets a key, 0 to 1"));
    influence_->setRange(0, 1);
    soft_ = addNumber(tr("Soft reach"), NumberField::Kind::Share, QStringLiteral("inspectorSoft"),
                      QString(), [this]() -> Maker {
                          return [this](double value) {
                              return each([value](edit::SetTarget& set) { set.soft = value; });
                          };
                      });
    soft_->setToolTip(
        tr("Over this last share of its length a limb slows down and stops a little "
           "short of the target, so that the elbow or knee does not snap straight. 0: "
           "it reaches exactly, up to full stretch. The first key of a target makes "
           "it 0 where the limb is straight there, since this would bend it; it can "
           "be set again."));
    soft_->setRange(0, 0.5);
    exact_ = addText(QString(), QStringLiteral("inspectorExact"));
}

void TargetForm::addSolver()
{
    solver_ =
        addChoice(tr("Solver"), QStringLiteral("inspectorSolver"), QString(), [this](int row) {
            return each([row](edit::SetTarget& set) { set.solver = solverAt(row); });
        });
    solver_->addItems(solverTitles());
    for (std::size_t i = 0; i < ik::solvers().size(); ++i)
        solver_->setItemData(static_cast<int>(i) + 1, toQt(ik::solvers()[i].reference),
                             Qt::ToolTipRole);
}

void TargetForm::fillRoots(const Constraint& active, bool one)
{
    setRowVisible(root_, one);
    if (!one) return;
    const Scene& scene = *doc().scene;
    std::vector<NodeId> roots;
    QStringList names;
    int bones = 0;
    if (rulesOf(active.kind).turnsEffector) {  // an aim may turn its effector alone
        roots.push_back(active.effector);
        names << tr("%1 alone").arg(toQt(nodeName(scene, active.effector)));
    }
    for (NodeIndex row = scene[scene.find(active.effector)].parent; row != kNoNode;
         row = scene[row].parent) {
        roots.push_back(scene[row].id);
        names << tr("%1, %n bone(s)", nullptr, ++bones).arg(toQt(scene[row].name));
    }
    roots_ = roots;
    setItems(*root_, names);
    const auto at = std::find(roots_.begin(), roots_.end(), active.root);
    root_->setCurrentIndex(at == roots_.end() ? -1 : static_cast<int>(at - roots_.begin()));
}

void TargetForm::fillSpaces(const Constraint& active, bool one)
{
    setRowVisible(space_, one && active.meets() == NodeId::None);
    if (!one) return;
    const Scene& scene = *doc().scene;
    const NodeIndex above = scene[scene.find(active.target)].parent;
    const NodeId now = above == kNoNode ? NodeId::None : scene[above].id;
    spaces_ = {NodeId::None};
    QStringList names{tr("nothing")};
    const NodeIndex root = scene.find(active.root);
    for (NodeIndex row = scene[root].parent; row != kNoNode; row = scene[row].parent)
        spaces_.push_back(scene[row].id);
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (std::holds_alternative<MeshPart>(scene[row].part) &&
            operate::isProp(doc(), scene[row].id) && !scene.isAbove(root, row))
            spaces_.push_back(scene[row].id);
    if (std::ranges::find(spaces_, now) == spaces_.end()) spaces_.push_back(now);
    for (std::size_t i = 1; i < spaces_.size(); ++i) names << toQt(nodeName(scene, spaces_[i]));
    setItems(*space_, names);
    space_->setCurrentIndex(static_cast<int>(std::ranges::find(spaces_, now) - spaces_.begin()));
}

QString TargetForm::statusOf(const Constraint& target, QString& reason) const
{
    const std::shared_ptr<const Evaluation> shown = evaluator().current();
    if (!shown) return {};
    for (const TargetStatus& status : shown->targets) {
        if (status.constraint != target.id) continue;
        reason = toQt(status.reason);
        // As in the view: what easing leaves unseen is reached.
        const ik::Status seen = seenStatus(doc(), status);
        const bool unseen = seen == ik::Status::Reached && seen != status.status;
        if (unseen) reason.clear();
        QString text = statusWord(doc(), status);
        const Span* span = spanAt(doc().clip().spanRow(target.id), shown->frame);
        const bool acts = span && span->kind != SpanKind::Off;
        if (reason.isEmpty() && status.status == ik::Status::Inactive)
            reason = awaitsKey(doc(), target.id) ? tr("drag it, or press S: with its first key the "
                                                      "limb follows it")
                     : acts ? tr("its span begins to fade in, or has faded out, here")
                            : tr("no span of it acts at this frame");
        const Mood mood = moodOf(seen);
        if (mood == Mood::Eased || mood == Mood::Bad)
            text += tr(", off by %1").arg(missText(status, doc().unit));
        if (mood == Mood::Bad)
            reason +=
                (reason.isEmpty() ? QString() : QStringLiteral("\n")) + tr("Shift+H: reach doctor");
        else if (seen == ik::Status::Reached && status.positionError >= 1e-6)
            text += tr(", within %1").arg(lengthText(status.positionError, doc().unit));
        return text;
    }
    return {};
}

bool TargetForm::fill()
{
    const std::vector<const Constraint*> all = selectedTargets(session());
    if (all.empty()) return false;
    const Constraint& active = *all.back();
    const bool one = all.size() == 1;
    const auto differs = [&](auto member) {
        return std::any_of(all.begin(), all.end(),
                           [&](const Constraint* c) { return c->*member != active.*member; });
    };
    QString reason;
    const QString status = statusOf(active, reason);
    setTitle(one ? tr("Target") : tr("%n targets", nullptr, static_cast<int>(all.size())));
    const char* noOrientation = reasonOf(all, &KindWords::noOrientation);
    const char* noEase = reasonOf(all, &KindWords::noEase);
    setPossible(orientation_, !noOrientation, inspectorWord(noOrientation));
    setPossible(soft_, !noEase, inspectorWord(noEase));
    setText(status_, one ? status : QString());
    setText(reason_, one ? reason : QString());
    setText(effector_, one ? toQt(nodeName(*doc().scene, active.effector)) : QString());
    fillRoots(active, one);
    fillSpaces(active, one);
    orientation_->setCheckState(differs(&Constraint::orientation) ? Qt::PartiallyChecked
                                : active.orientation              ? Qt::Checked
                                                                  : Qt::Unchecked);
    orientation_->setTristate(differs(&Constraint::orientation));
    rootMoves_->setTristate(differs(&Constraint::rootMoves));
    rootMoves_->setCheckState(differs(&Constraint::rootMoves) ? Qt::PartiallyChecked
                              : active.rootMoves              ? Qt::Checked
                                                              : Qt::Unchecked);
    weight_->showValue(active.weight, differs(&Constraint::weight));
    soft_->showValue(active.soft, differs(&Constraint::soft));
    const bool exact = one && !noEase && active.soft == 0 && !awaitsKey(doc(), active.id);
    setText(exact_, exact ? tr("off: exact up to full stretch, as the first key sets it for a "
                               "straight limb")
                          : QString());
    const auto influenceOf = [&](const Constraint* c) {
        const InfluenceTrack* track = doc().clip().influence(c->id);
        return track && !track->curve.empty() ? track->curve.sample(frame()) : 1.0;
    };
    const double influence = influenceOf(&active);
    influence_->showValue(influence, std::any_of(all.begin(), all.end(), [&](const Constraint* c) {
                              return influenceOf(c) != influence;
                          }));
    choose(*solver_, rowOfSolver(active.solver), differs(&Constraint::solver));
    setText(pole_, !one || !rulesOf(active.kind).pole ? QString()
                   : active.pole == NodeId::None      ? tr("none, bends as it is")
                                                      : toQt(nodeName(*doc().scene, active.pole)));
    const Track* track = doc().clip().track(active.target);
    setText(keys_, !one    ? QString()
                   : track ? QString::number(keyFrames(*track).size())
                           : tr("none yet: drag it, or press S"));
    return true;
}

}  // namespace posewright::ui

#include "ui/inspector/kind_form.h"

#include "core/edit/asked_kind.h"
#include "ui/inspector/selected_targets.h"
#include "ui/session/kind_words.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>

namespace posewright::ui {

namespace {

constexpr double kSame = 1e-9;

/// The axis of a row of the choice: along the bone, then X, -X, Y...
Vec3 lookAxis(int row, const Scene& scene, const Constraint& target)
{
    if (row == 0) return edit::axisOf(scene, scene.find(target.effector));
    const int axis = (row - 1) / 2;
    return row % 2 == 1 ? Vec3(Vec3::Unit(axis)) : Vec3(-Vec3::Unit(axis));
}

/// The row of an aim's axis; -1 if it is none of the choices.
int rowOfAxis(const Scene& scene, const Constraint& target)
{
    for (int row = 0; row < 7; ++row)
        if ((lookAxis(row, scene, target) - *target.axis()).norm() < kSame) return row;
    return -1;
}

NumberField::Kind fieldKind(KindNumber::Unit unit)
{
    switch (unit) {
    case KindNumber::Unit::Length: return NumberField::Kind::Length;
    case KindNumber::Unit::Angle: return NumberField::Kind::Angle;
    case KindNumber::Unit::Share: return NumberField::Kind::Share;
    case KindNumber::Unit::Plain: break;
    }
    return NumberField::Kind::Plain;
}

}  // namespace

KindForm::KindForm(Session& session, Evaluator& evaluator) : Form(QString(), session, evaluator)
{
    const QString step = tr("Look along another side");
    along_ = addChoice(tr("Looks along"), QStringLiteral("inspectorAlong"), step,
                       [this](int row) { return lookAlong(row); });
    along_->addItem(tr("the bone"));
    for (const char* axis : {"X", "Y", "Z"}) {
        along_->addItem(tr("its %1 axis").arg(QLatin1String(axis)));
        along_->addItem(tr("its %1 axis, backwards").arg(QLatin1String(axis)));
    }
    along_->setPlaceholderText(tr("as set below"));
    along_->setToolTip(tr("The side of the bone that looks at the star. Before its first key the "
                          "star comes along in front of that side; later the bone turns to it."));
    axis_ = addVector(tr("Direction"), NumberField::Kind::Plain, QStringLiteral("inspectorAxis"),
                      step, [this](int axis) { return axisMaker(axis); });
    for (NumberField* field : axis_)
        field->setToolTip(tr("In the bone's own axes; only where it points counts"));
    addKindNumbers();
    meets_ = addText(tr("Meets"), QStringLiteral("inspectorMeets"));
}

void KindForm::addKindNumbers()
{
    const auto translated = [](const char* text) {
        return QCoreApplication::translate("Inspector", text);
    };
    for (const KindNumber& number : kindNumbers()) {
        const auto begin = [this, &number]() -> Maker {
            return [this, &number](double value) {
                return setEachTarget(session(),
                                     [&](edit::SetTarget& set, const Constraint& target) {
                                         set.*number.argument = value;
                                         return number.of(target.kind) != nullptr;
                                     });
            };
        };
        NumberField* field = addNumber(translated(number.title), fieldKind(number.unit),
                                       QString::fromLatin1(number.name), QString(), begin);
        field->setToolTip(translated(number.tip));
        field->setRange(number.least, number.most);
        numbers_.push_back(field);
    }
}

bool KindForm::fillKindNumbers(const Targets& targets)
{
    bool any = false;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        const KindNumber& number = kindNumbers()[i];
        const bool all = std::ranges::all_of(
            targets, [&](const Constraint* c) { return number.of(c->kind) != nullptr; });
        setRowVisible(numbers_[i], all);
        if (!all) continue;
        any = true;
        const auto value = [&](const Constraint& c) { return *number.of(c.kind); };
        numbers_[i]->showValue(value(*targets.back()), differ(targets, value));
    }
    return any;
}

Form::Edits KindForm::lookAlong(int row)
{
    const Scene& scene = *doc().scene;
    std::vector<operate::Operation> each;
    for (const Constraint* target : selectedTargets(session()))
        if (target->axis())
            each.emplace_back(
                operate::LookAlong{{target->id}, lookAxis(row, scene, *target), frame()});
    return editsOf(doc(), each);
}

Form::Maker KindForm::axisMaker(int axis)
{
    std::vector<Constraint> aims;
    for (const Constraint* target : selectedTargets(session()))
        if (target->axis()) aims.push_back(*target);
    return [this, aims, axis, start = doc(), frame = frame()](double value) {
        std::vector<operate::Operation> each;
        for (const Constraint& aim : aims) {
            Vec3 next = *aim.axis();
            next[axis] = value;
            each.emplace_back(operate::LookAlong{{aim.id}, next, frame});
        }
        return editsOf(start, each);
    };
}

bool KindForm::fillAxis(const Targets& targets)
{
    const bool all = std::all_of(targets.begin(), targets.end(),
                                 [](const Constraint* c) { return c->axis() != nullptr; });
    setRowVisible(along_, all);
    setRowVisible(axis_[0]->parentWidget(), all);
    if (!all) return false;
    const Scene& scene = *doc().scene;
    // Two rows may mean the same direction; keep the one that was chosen.
    const int chosen = along_->currentIndex();
    const bool fits =
        chosen >= 0 && std::all_of(targets.begin(), targets.end(), [&](const auto* c) {
            return (lookAxis(chosen, scene, *c) - *c->axis()).norm() < kSame;
        });
    const auto row = [&](const Constraint& c) { return rowOfAxis(scene, c); };
    if (!fits) along_->setCurrentIndex(differ(targets, row) ? -1 : row(*targets.back()));
    for (int axis = 0; axis < 3; ++axis)
        axis_[axis]->showValue(
            (*targets.back()->axis())[axis],
            differ(targets, [axis](const Constraint& c) { return (*c.axis())[axis]; }));
    return true;
}

bool KindForm::fill()
{
    const Targets targets = selectedTargets(session());
    if (targets.empty()) return false;
    const Constraint& active = *targets.back();
    const bool one = targets.size() == 1;
    const bool axis = fillAxis(targets), number = fillKindNumbers(targets);
    const bool meets = one && active.meets() != NodeId::None;
    if (!axis && !number && !meets) return false;
    setTitle(one ? QCoreApplication::translate("Inspector", wordsOf(active.kind).title)
                 : QString());
    const NodeIndex met = doc().scene->find(active.meets());
    setText(meets_, meets && met != kNoNode
                        ? tr("%1; both chains turn").arg(toQt((*doc().scene)[met].name))
                        : QString());
    return true;
}

}  // namespace posewright::ui

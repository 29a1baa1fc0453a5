#include "ui/inspector/chain_form.h"

#include "core/edit/asked_kind.h"
#include "ui/inspector/selected_targets.h"
#include "ui/inspector/still_wheel.h"
#include "ui/look/icons.h"
#include "ui/session/kind_words.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace posewright::ui {

namespace {

constexpr double kSame = 1e-9;

QString chainFormNameOf(const Scene& scene, NodeId node)
{
    const NodeIndex row = scene.find(node);
    return row == kNoNode ? QString() : toQt(scene[row].name);
}

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

bool stretches(const Constraint& target)
{
    return rulesOf(target.kind).stretch;
}

bool pins(const Constraint& target, NodeId joint)
{
    return std::find(target.pins.begin(), target.pins.end(), joint) != target.pins.end();
}

}  // namespace

ChainForm::ChainForm(Session& session, Evaluator& evaluator) :
    Form(tr("More of the chain"), session, evaluator), pins_(new QWidget)
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

    auto* column = new QVBoxLayout(pins_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    pinRows_ = new QVBoxLayout;
    pinRows_->setSpacing(2);
    column->addLayout(pinRows_);
    addPin_ = new QComboBox;
    leaveWheelToPanel(*addPin_);
    addPin_->setObjectName(QStringLiteral("inspectorPin"));
    addPin_->setAccessibleName(tr("Hold a joint still"));
    addPin_->setToolTip(tr("This joint keeps the place that its keys give it while the target "
                           "pulls at the others"));
    addPin_->setPlaceholderText(tr("Hold a joint..."));
    addPin_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    addPin_->setMinimumContentsLength(8);
    addPin_->setFocusPolicy(Qt::TabFocus);
    connect(addPin_, &QComboBox::activated, this,
            [this](int row) { commit(pin(offered_[row], true), tr("Hold joint still")); });
    column->addWidget(addPin_);
    addField(tr("Held still"), pins_);

    stretch_ =
        addNumber(tr("Stretch"), NumberField::Kind::Share, QStringLiteral("inspectorStretch"),
                  QString(), [this]() -> Maker {
                      return [this](double value) {
                          return setEachTarget(this->session(), [value](edit::SetTarget& set,
                                                                        const Constraint& target) {
                              set.stretch = value;
                              return stretches(target);
                          });
                      };
                  });
    stretch_->setToolTip(tr("How much longer the bones may become to reach the target: 0.2 is a "
                            "fifth, 0 not at all"));
    stretch_->setRange(0, 10);
}

void ChainForm::addKindNumbers()
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

void ChainForm::fillKindNumbers(const Targets& targets)
{
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        const KindNumber& number = kindNumbers()[i];
        const bool all = std::ranges::all_of(
            targets, [&](const Constraint* c) { return number.of(c->kind) != nullptr; });
        setRowVisible(numbers_[i], all);
        if (!all) continue;
        const auto value = [&](const Constraint& c) { return *number.of(c.kind); };
        numbers_[i]->showValue(value(*targets.back()), differ(targets, value));
    }
}

Form::Edits ChainForm::lookAlong(int row)
{
    const Scene& scene = *doc().scene;
    std::vector<operate::Operation> each;
    for (const Constraint* target : selectedTargets(session()))
        if (target->axis())
            each.emplace_back(
                operate::LookAlong{{target->id}, lookAxis(row, scene, *target), frame()});
    return editsOf(doc(), each);
}

Form::Maker ChainForm::axisMaker(int axis)
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

Form::Edits ChainForm::pin(NodeId joint, bool held)
{
    operate::PinJoint pin{{}, joint, held};
    for (const Constraint* target : selectedTargets(session())) pin.targets.push_back(target->id);
    const operate::Operation operation = pin;
    return editsOf(doc(), {&operation, 1});
}

std::vector<NodeId> ChainForm::pinnable(const Targets& targets) const
{
    const Scene& scene = *doc().scene;
    std::vector<NodeId> out;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        if (!scene[row].bone()) continue;
        const bool fits = std::all_of(targets.begin(), targets.end(), [&](const Constraint* c) {
            return scene[row].id != c->effector && scene.isAbove(scene.find(c->root), row);
        });
        if (fits) out.push_back(scene[row].id);
    }
    return out;
}

void ChainForm::fillAxis(const Targets& targets)
{
    const bool all = std::all_of(targets.begin(), targets.end(),
                                 [](const Constraint* c) { return c->axis() != nullptr; });
    setRowVisible(along_, all);
    setRowVisible(axis_[0]->parentWidget(), all);
    if (!all) return;
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
}

void ChainForm::fillPins(const Targets& targets)
{
    const Scene& scene = *doc().scene;
    std::vector<std::pair<NodeId, QString>> held;
    for (const Constraint* target : targets)
        for (const NodeId joint : target->pins) {
            const auto same = [joint](const auto& pin) { return pin.first == joint; };
            if (std::any_of(held.begin(), held.end(), same)) continue;
            const bool all = std::all_of(targets.begin(), targets.end(),
                                         [&](const Constraint* c) { return pins(*c, joint); });
            const QString name = chainFormNameOf(scene, joint);
            held.emplace_back(joint, all ? name : tr("%1, for some").arg(name));
        }
    if (held != shownPins_) {
        while (QLayoutItem* item = pinRows_->takeAt(0)) {
            item->widget()->hide();
            item->widget()->deleteLater();  // later, since one of its buttons may be the one
                                            // pressed
            delete item;
        }
        for (const auto& [joint, words] : held) {
            auto* line = new QWidget;
            auto* row = new QHBoxLayout(line);
            row->setContentsMargins(0, 0, 0, 0);
            auto* name = new QLabel(words);
            name->setTextFormat(Qt::PlainText);
            auto* free = new QToolButton;
            free->setObjectName(QStringLiteral("inspectorUnpin"));
            free->setIcon(icon("dock-close"));
            free->setAutoRaise(true);
            free->setFocusPolicy(Qt::TabFocus);
            free->setToolTip(tr("Let %1 move again").arg(words));
            free->setAccessibleName(free->toolTip());
            connect(free, &QToolButton::clicked, this,
                    [this, joint = joint] { commit(pin(joint, false), tr("Let joint move")); });
            row->addWidget(name, 1);
            row->addWidget(free);
            pinRows_->addWidget(line);
        }
        shownPins_ = std::move(held);
    }
    std::vector<NodeId> offered = pinnable(targets);
    std::erase_if(offered, [&](NodeId joint) {
        return std::all_of(targets.begin(), targets.end(),
                           [&](const Constraint* c) { return pins(*c, joint); });
    });
    QStringList names;
    for (const NodeId joint : offered) names << chainFormNameOf(scene, joint);
    offered_ = std::move(offered);
    setItems(*addPin_, names);
    addPin_->setCurrentIndex(-1);
    addPin_->setVisible(!offered_.empty());
    setRowVisible(pins_, !offered_.empty() || !shownPins_.empty());
}

bool ChainForm::fill()
{
    const Targets targets = selectedTargets(session());
    if (targets.empty()) return false;
    fillAxis(targets);
    fillKindNumbers(targets);
    const Constraint& active = *targets.back();
    setText(meets_,
            targets.size() > 1 || active.meets() == NodeId::None
                ? QString()
                : tr("%1; both chains turn").arg(chainFormNameOf(*doc().scene, active.meets())));
    fillPins(targets);
    const bool able = std::any_of(targets.begin(), targets.end(),
                                  [](const Constraint* c) { return stretches(*c); });
    setRowVisible(stretch_, able);
    if (able)
        stretch_->showValue(active.stretch,
                            differ(targets, [](const Constraint& c) { return c.stretch; }));
    return true;
}

}  // namespace posewright::ui

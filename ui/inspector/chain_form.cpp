#include "ui/inspector/chain_form.h"

#include "ui/inspector/selected_targets.h"
#include "ui/inspector/still_wheel.h"
#include "ui/look/icons.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace posewright::ui {

namespace {

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
            const QString name = toQt(nodeName(scene, joint));
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
    for (const NodeId joint : offered) names << toQt(nodeName(scene, joint));
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
    fillPins(targets);
    const bool able = std::any_of(targets.begin(), targets.end(),
                                  [](const Constraint* c) { return stretches(*c); });
    setRowVisible(stretch_, able);
    if (able)
        stretch_->showValue(targets.back()->stretch,
                            differ(targets, [](const Constraint& c) { return c.stretch; }));
    return true;
}

}  // namespace posewright::ui

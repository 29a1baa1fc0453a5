#include "ui/inspector/limit_form.h"

#include "core/edit/mirror.h"
#include "core/operate/usual_hinge.h"
#include "ui/inspector/world_units.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

constexpr double kLimitFormDegree = std::numbers::pi / 180;
constexpr double kWidestCone = 179;  ///< [deg]

constexpr std::array<std::array<int, 3>, 6> kTurnOrders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

QString orderText(const std::array<int, 3>& order)
{
    QString text;
    for (const int axis : order)
        text += (text.isEmpty() ? QString() : QStringLiteral(", ")) + QLatin1Char("xyz"[axis]);
    return text;
}

/// Accessor for an end of the range of this name, or of the range whose lower end has it.
auto endOf(std::string_view argument, double Range::*end)
{
    return [argument, end](Limit& limit) -> double* {
        Range* range = limits::find<Range>(limit, argument);
        return range ? &(range->*end) : nullptr;
    };
}

/// A direction perpendicular to `along`.
Vec3 across(const Vec3& along)
{
    const Vec3 other = std::abs(along.z()) < 0.9 ? Vec3::UnitZ() : Vec3::UnitX();
    return (other - along * along.dot(other)).normalized();
}

}  // namespace

LimitForm::LimitForm(Session& session, Evaluator& evaluator) :
    Form(tr("Joint limit"), session, evaluator)
{
    kind_ = addChoice(tr("Kind"), QStringLiteral("inspectorLimitKind"), QString(), [this](int row) {
        Edits edits;
        const std::vector<Joint> all = joints();
        for (const Joint& joint : all) addLimit(edits, all, joint.node, fresh(joint, row));
        return edits;
    });
    // Core cannot mark the titles for translation, so look them up here.
    for (const std::string_view title : kLimitTitles)
        kind_->addItem(tr(std::string(title).c_str()));
    both_ = addCheck(tr("Both sides"), QStringLiteral("inspectorLimitBoth"), QString(),
                     [this](bool on) {
                         this->session().selection().setBothSides(on);
                         return on ? changed(joints(), [](Limit&) {}) : Edits();
                     });
    both_->setToolTip(tr("The same joint of the other side gets the mirrored limit, now and with "
                         "each change. Drawn bones are mirrored, too, as with X."));
    connect(&session.selection(), &Selection::bothSidesChanged, both_, &QCheckBox::setChecked);
    outside_ = addText(tr("Shown"), QStringLiteral("inspectorLimitOutside"));
    addAxis(tr("Axis"), QStringLiteral("inspectorLimitAxis"), "axis");
    const std::size_t up = rows_.size();
    addAxis(tr("Up"), QStringLiteral("inspectorLimitUp"), "up");
    for (std::size_t row = up; row < rows_.size(); ++row)
        rows_[row].field->setToolTip(tr("Across the axis: the cone's first angle is towards it"));

    addAngles(tr("From"), tr("To"), QStringLiteral("inspectorLimit"), "min");
    addTravel(tr("From"), QStringLiteral("inspectorLimitNearest"), &Range::min);
    addTravel(tr("To"), QStringLiteral("inspectorLimitFarthest"), &Range::max);
    addOpenings();
    addAngles(tr("Twist from"), tr("Twist to"), QStringLiteral("inspectorTwist"), "twist");
    addAngles(tr("About x from"), tr("About x to"), QStringLiteral("inspectorBox%1X"), "x");
    addAngles(tr("About y from"), tr("About y to"), QStringLiteral("inspectorBox%1Y"), "y");
    addAngles(tr("About z from"), tr("About z to"), QStringLiteral("inspectorBox%1Z"), "z");
    addOrder();
}

void LimitForm::addAxis(const QString& title, const QString& name, std::string_view argument)
{
    const auto numberOf = [argument](int axis) -> NumberOf {
        return [argument, axis](Limit& limit) -> double* {
            Vec3* way = limits::find<Vec3>(limit, argument);
            return way ? &(*way)[axis] : nullptr;
        };
    };
    const std::array<NumberField*, 3> fields =
        addVector(title, NumberField::Kind::Plain, name, QString(), [=, this](int axis) -> Maker {
            return [this, from = joints(), of = numberOf(axis)](double value) {
                return changed(from, [&](Limit& limit) {
                    if (double* number = of(limit)) *number = value;
                });
            };
        });
    for (int axis = 0; axis < 3; ++axis)
        rows_.push_back({fields[0]->parentWidget(), fields[axis], numberOf(axis)});
}

NumberField* LimitForm::addAngle(const QString& title, const QString& name, NumberOf angleOf)
{
    NumberField* field =
        addNumber(title, NumberField::Kind::Angle, name, QString(), [this, angleOf]() -> Maker {
            return [this, from = joints(), angleOf](double value) {
                return changed(from, [&](Limit& limit) {
                    if (double* angle = angleOf(limit)) *angle = value * kLimitFormDegree;
                });
            };
        });
    rows_.push_back({field, field, std::move(angleOf), false, kLimitFormDegree});
    return field;
}

void LimitForm::addAngles(const QString& from, const QString& to, const QString& names,
                          std::string_view argument)
{
    const auto named = [&](const char* end) {
        return names.contains(QLatin1String("%1")) ? names.arg(QLatin1String(end))
                                                   : names + QLatin1String(end);
    };
    addAngle(from, named("Least"), endOf(argument, &Range::min));
    addAngle(to, named("Most"), endOf(argument, &Range::max));
}

void LimitForm::addTravel(const QString& title, const QString& name, double Range::*end)
{
    NumberOf travelOf = endOf("min", end);
    NumberField* field =
        addNumber(title, NumberField::Kind::Length, name, QString(), [this, travelOf]() -> Maker {
            return [this, from = joints(), travelOf](double value) {
                Edits edits;
                for (const Joint& joint : from) {
                    Limit limit = joint.limit;
                    if (double* travel = travelOf(limit)) *travel = value / unitOf(joint);
                    addLimit(edits, from, joint.node, limit);
                }
                return edits;
            };
        });
    rows_.push_back({field, field, std::move(travelOf), true});
}

void LimitForm::addOpenings()
{
    const std::array<QString, 4> ways{tr("Towards up"), tr("Clockwise"), tr("Away from up"),
                                      tr("Anticlockwise")};
    for (int i = 0; i < 4; ++i) {
        NumberField* field = addAngle(
            ways[i], QStringLiteral("inspectorCone%1").arg(i), [i](Limit& limit) -> double* {
                auto* openings = limits::find<std::array<double, 4>>(limit, "angles");
                return openings ? &(*openings)[i] : nullptr;
            });
        field->setRange(0.1, kWidestCone);
        field->setToolTip(tr("How far the axis may swing that way, as seen along it"));
    }
}

void LimitForm::addOrder()
{
    order_ = addChoice(tr("Turns about"), QStringLiteral("inspectorBoxOrder"), QString(),
                       [this](int row) {
                           return changed(joints(), [row](Limit& limit) {
                               if (auto* order = limits::find<std::array<int, 3>>(limit, "order"))
                                   *order = kTurnOrders[row];
                           });
                       });
    for (const std::array<int, 3>& order : kTurnOrders) order_->addItem(orderText(order));
}

double LimitForm::unitOf(const Joint& joint)
{
    if (!limits::slides(joint.limit)) return 1;
    const Vec3* axis = limits::find<Vec3>(joint.limit, "axis");
    WorldTransform frame;
    frame.linear = joint.world;
    return axis ? unitAlong(frame, *axis) : 1;
}

std::vector<LimitForm::Joint> LimitForm::joints() const
{
    std::vector<Joint> out;
    const std::vector<WorldTransform> world = worldAtRest();
    for (const NodeId node : session().selection().nodes()) {
        const NodeIndex row = doc().scene->find(node);
        const BonePart* bone = row == kNoNode ? nullptr : (*doc().scene)[row].bone();
        if (!bone) continue;
        const Node& it = (*doc().scene)[row];
        Joint joint{node, Vec3::UnitY(), bone->tip.norm(), bone->limit,
                    it.rest.rotation.toRotationMatrix()};
        if (it.parent != kNoNode) joint.world = world[it.parent].linear * joint.world;
        if (joint.length > 0) joint.along = bone->tip / joint.length;
        out.push_back(joint);
    }
    return out;
}

void LimitForm::addLimit(Edits& to, const std::vector<Joint>& all, NodeId joint,
                         const Limit& limit) const
{
    const Scene& scene = *doc().scene;
    const NodeId other = scene[edit::partnerOf(scene, scene.find(joint))].id;
    const bool chosen =
        std::ranges::any_of(all, [other](const Joint& it) { return it.node == other; });
    const Edits more =
        edit::limitEdits(scene, joint, limit, session().selection().bothSides() && !chosen);
    to.insert(to.end(), more.begin(), more.end());
}

Form::Edits LimitForm::changed(const std::vector<Joint>& from,
                               const std::function<void(Limit&)>& change) const
{
    Edits edits;
    for (const Joint& joint : from) {
        Limit limit = joint.limit;
        change(limit);
        addLimit(edits, from, joint.node, limit);
    }
    return edits;
}

Limit LimitForm::fresh(const Joint& joint, int kind) const
{
    if (std::holds_alternative<limits::HingeLimit>(limits::ofKind(static_cast<std::size_t>(kind))))
        if (const auto usual = operate::usualHinge(*doc().scene, joint.node)) return *usual;
    limits::Before from{joint.along, across(joint.along), joint.length, std::nullopt, false};
    if (const Vec3* axis = limits::find<Vec3>(joint.limit, "axis")) from.axis = *axis;
    from.hadOneNumber =
        std::visit([]<class L>(const L&) { return limits::Kind<L>::kFreedoms == 1; }, joint.limit);
    return std::visit([&]<class L>(const L&) { return Limit(limits::Kind<L>::starting(from)); },
                      limits::ofKind(static_cast<std::size_t>(kind)));
}

std::optional<double> LimitForm::valueIn(const Row& row, const Joint& joint)
{
    Limit limit = joint.limit;
    if (limits::slides(limit) && row.unit != 1) return std::nullopt;
    if (row.slides && !limits::slides(limit)) return std::nullopt;
    const double* number = row.numberOf(limit);
    if (!number) return std::nullopt;
    return row.slides ? *number * unitOf(joint) : *number / row.unit;
}

void LimitForm::showRow(const Row& row, const std::vector<Joint>& all, bool one)
{
    const std::optional<double> active = one ? valueIn(row, all.back()) : std::nullopt;
    setRowVisible(row.shown, active.has_value());
    if (!active) return;
    row.field->showValue(*active, std::ranges::any_of(all, [&](const Joint& joint) {
        return std::abs(*valueIn(row, joint) - *active) > 1e-9;
    }));
}

void LimitForm::showOrder(const std::vector<Joint>& all, bool one)
{
    const auto orderOf = [](const Joint& joint) {
        return limits::find<std::array<int, 3>>(joint.limit, "order");
    };
    const auto* order = one ? orderOf(all.back()) : nullptr;
    setRowVisible(order_, order != nullptr);
    if (!order) return;
    const bool same =
        std::ranges::all_of(all, [&](const Joint& joint) { return *orderOf(joint) == *order; });
    choose(*order_, static_cast<int>(std::ranges::find(kTurnOrders, *order) - kTurnOrders.begin()),
           !same);
}

bool LimitForm::fill()
{
    const std::vector<Joint> all = joints();
    if (all.empty() || all.size() != session().selection().nodes().size()) return false;
    const std::size_t kind = all.back().limit.index();
    const bool one = std::all_of(
        all.begin(), all.end(), [kind](const Joint& joint) { return joint.limit.index() == kind; });
    setTitle(all.size() == 1 ? tr("Joint limit")
                             : tr("Limits of %n joints", nullptr, static_cast<int>(all.size())));
    choose(*kind_, static_cast<int>(kind), !one);
    setRowVisible(both_, std::ranges::any_of(all, [this](const Joint& joint) {
                      const NodeIndex row = doc().scene->find(joint.node);
                      return edit::partnerOf(*doc().scene, row) != row;
                  }));
    both_->setChecked(session().selection().bothSides());
    for (const Row& row : rows_) showRow(row, all, one);
    showOrder(all, one);
    const std::shared_ptr<const Evaluation> shown = evaluator().current();
    const bool beyond =
        shown && std::any_of(shown->outside.begin(), shown->outside.end(), [&](const auto& out) {
            return std::any_of(all.begin(), all.end(),
                               [&](const Joint& joint) { return joint.node == out.joint; });
        });
    setText(outside_, beyond ? tr("beyond the limit here, as it is keyed") : QString());
    return true;
}

}  // namespace posewright::ui

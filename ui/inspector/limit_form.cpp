#include "ui/inspector/limit_form.h"

#include "ui/inspector/world_units.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"

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

constexpr std::array<std::array<int, 3>, 6> kOrders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

QString orderText(const std::array<int, 3>& order)
{
    QString text;
    for (const int axis : order)
        text += (text.isEmpty() ? QString() : QStringLiteral(", ")) + QLatin1Char("xyz"[axis]);
    return text;
}

Vec3* axisOf(Limit& limit)
{
    if (auto* hinge = std::get_if<HingeLimit>(&limit)) return &hinge->axis;
    if (auto* cone = std::get_if<ConeLimit>(&limit)) return &cone->axis;
    if (auto* slide = std::get_if<PrismaticLimit>(&limit)) return &slide->axis;
    return nullptr;
}

Vec3* upOf(Limit& limit)
{
    auto* cone = std::get_if<ConeLimit>(&limit);
    return cone ? &cone->up : nullptr;
}

/// Some direction across another one.
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
        for (const Joint& joint : joints())
            edits.emplace_back(edit::limitEdit(joint.node, fresh(joint, row)));
        return edits;
    });
    kind_->addItems({tr("Free: turns every way"), tr("Fixed: does not turn"),
                     tr("Hinge: turns about one axis"), tr("Cone: swings within, and twists"),
                     tr("Box: three angles"), tr("Slide: moves along one axis")});
    outside_ = addText(tr("Shown"), QStringLiteral("inspectorLimitOutside"));
    axis_ = addAxis(tr("Axis"), QStringLiteral("inspectorLimitAxis"), axisOf);
    up_ = addAxis(tr("Up"), QStringLiteral("inspectorLimitUp"), upOf);
    for (NumberField* field : up_)
        field->setToolTip(tr("Across the axis: the cone's first angle is towards it"));

    least_ = addAngle(tr("From"), QStringLiteral("inspectorLimitLeast"),
                      [](Limit& limit) { return &std::get<HingeLimit>(limit).angle.min; });
    most_ = addAngle(tr("To"), QStringLiteral("inspectorLimitMost"),
                     [](Limit& limit) { return &std::get<HingeLimit>(limit).angle.max; });
    nearest_ = addTravel(tr("From"), QStringLiteral("inspectorLimitNearest"), &Range::min);
    farthest_ = addTravel(tr("To"), QStringLiteral("inspectorLimitFarthest"), &Range::max);
    addCone();
    addBox();
}

void LimitForm::addCone()
{
    const std::array<QString, 4> ways{tr("Towards up"), tr("Clockwise"), tr("Away from up"),
                                      tr("Anticlockwise")};
    for (int i = 0; i < 4; ++i) {
        cone_[i] = addAngle(ways[i], QStringLiteral("inspectorCone%1").arg(i),
                            [i](Limit& limit) { return &std::get<ConeLimit>(limit).angles[i]; });
        cone_[i]->setRange(0.1, kWidestCone);
        cone_[i]->setToolTip(tr("How far the axis may swing that way, as seen along it"));
    }
    twist_ = {addAngle(tr("Twist from"), QStringLiteral("inspectorTwistLeast"),
                       [](Limit& limit) { return &std::get<ConeLimit>(limit).twist.min; }),
              addAngle(tr("Twist to"), QStringLiteral("inspectorTwistMost"),
                       [](Limit& limit) { return &std::get<ConeLimit>(limit).twist.max; })};
}

void LimitForm::addBox()
{
    for (int axis = 0; axis < 3; ++axis) {
        const QString letter(QLatin1Char("xyz"[axis]));
        box_[axis] = {
            addAngle(tr("About %1 from").arg(letter),
                     QStringLiteral("inspectorBoxLeast") + letter.toUpper(),
                     [axis](Limit& limit) { return &std::get<BoxLimit>(limit).range[axis].min; }),
            addAngle(tr("About %1 to").arg(letter),
                     QStringLiteral("inspectorBoxMost") + letter.toUpper(),
                     [axis](Limit& limit) { return &std::get<BoxLimit>(limit).range[axis].max; })};
    }
    order_ = addChoice(
        tr("Turns about"), QStringLiteral("inspectorBoxOrder"), QString(), [this](int row) {
            return changed(joints(),
                           [row](Limit& limit) { std::get<BoxLimit>(limit).order = kOrders[row]; });
        });
    for (const std::array<int, 3>& order : kOrders) order_->addItem(orderText(order));
}

double LimitForm::unitOf(const Joint& joint)
{
    const auto* slide = std::get_if<PrismaticLimit>(&joint.limit);
    WorldTransform frame;
    frame.linear = joint.world;
    return slide ? unitAlong(frame, slide->axis) : 1;
}

NumberField* LimitForm::addTravel(const QString& title, const QString& name, double Range::*end)
{
    return addNumber(title, NumberField::Kind::Length, name, QString(), [this, end]() -> Maker {
        return [from = joints(), end](double value) {
            Edits edits;
            for (const Joint& joint : from) {
                Limit limit = joint.limit;
                std::get<PrismaticLimit>(limit).travel.*end = value / unitOf(joint);
                edits.emplace_back(edit::limitEdit(joint.node, limit));
            }
            return edits;
        };
    });
}

void LimitForm::showTravel(NumberField* field, const std::vector<Joint>& all, double Range::*end)
{
    const auto valueOf = [end](const Joint& joint) {
        return std::get<PrismaticLimit>(joint.limit).travel.*end * unitOf(joint);
    };
    const double active = valueOf(all.back());
    field->show(active, std::any_of(all.begin(), all.end(), [&](const Joint& joint) {
                    return std::abs(valueOf(joint) - active) > 1e-9;
                }));
}

NumberField* LimitForm::addAngle(const QString& title, const QString& name, AngleOf angleOf)
{
    return addNumber(title, NumberField::Kind::Angle, name, QString(),
                     [this, angleOf = std::move(angleOf)]() -> Maker {
                         return [from = joints(), angleOf](double value) {
                             return changed(from, [&](Limit& limit) {
                                 *angleOf(limit) = value * kLimitFormDegree;
                             });
                         };
                     });
}

std::array<NumberField*, 3> LimitForm::addAxis(const QString& title, const QString& name,
                                               std::function<Vec3*(Limit&)> axisOf)
{
    return addVector(title, NumberField::Kind::Plain, name, QString(),
                     [this, axisOf = std::move(axisOf)](int axis) -> Maker {
                         return [from = joints(), axisOf, axis](double value) {
                             return changed(from, [&](Limit& limit) {
                                 if (Vec3* way = axisOf(limit)) (*way)[axis] = value;
                             });
                         };
                     });
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

Form::Edits LimitForm::changed(const std::vector<Joint>& from,
                               const std::function<void(Limit&)>& change)
{
    Edits edits;
    for (const Joint& joint : from) {
        Limit limit = joint.limit;
        change(limit);
        edits.emplace_back(edit::limitEdit(joint.node, limit));
    }
    return edits;
}

Limit LimitForm::fresh(const Joint& joint, int kind)
{
    constexpr double kQuarter = 90 * kLimitFormDegree, kEighth = 45 * kLimitFormDegree;
    Limit before = joint.limit;
    const Vec3* axis = axisOf(before);
    const Vec3 side = across(joint.along);
    switch (static_cast<edit::LimitKind>(kind)) {
    case edit::LimitKind::Free: return {};
    case edit::LimitKind::Fixed: return FixedLimit{};
    case edit::LimitKind::Hinge:
        return HingeLimit{axis && !std::holds_alternative<ConeLimit>(before) ? *axis : side,
                          {-kQuarter, kQuarter}};
    case edit::LimitKind::Cone:
        return ConeLimit{
            joint.along, side, {kEighth, kEighth, kEighth, kEighth}, {-kEighth, kEighth}};
    case edit::LimitKind::Box: {
        const Range range{-kEighth, kEighth};
        return BoxLimit{{range, range, range}, {0, 1, 2}};
    }
    case edit::LimitKind::Prismatic:
        return PrismaticLimit{axis ? *axis : joint.along, {0, std::max(joint.length, 0.01)}};
    }
    return {};
}

void LimitForm::showValue(NumberField* field, const std::vector<Joint>& all,
                          const std::function<double(const Limit&)>& valueOf)
{
    const double active = valueOf(all.back().limit);
    field->show(active, std::any_of(all.begin(), all.end(), [&](const Joint& joint) {
                    return std::abs(valueOf(joint.limit) - active) > 1e-9;
                }));
}

void LimitForm::showAxis(const std::array<NumberField*, 3>& fields, const std::vector<Joint>& all,
                         const std::function<Vec3(const Limit&)>& axisOf)
{
    for (int axis = 0; axis < 3; ++axis)
        showValue(fields[axis], all, [&](const Limit& limit) { return axisOf(limit)[axis]; });
}

void LimitForm::showRows(std::optional<edit::LimitKind> kind)
{
    const bool hinge = kind == edit::LimitKind::Hinge, cone = kind == edit::LimitKind::Cone,
               box = kind == edit::LimitKind::Box, slide = kind == edit::LimitKind::Prismatic;
    setRowVisible(axis_[0]->parentWidget(), hinge || cone || slide);
    setRowVisible(up_[0]->parentWidget(), cone);
    for (NumberField* field : {least_, most_}) setRowVisible(field, hinge);
    for (NumberField* field : {nearest_, farthest_}) setRowVisible(field, slide);
    for (NumberField* field : cone_) setRowVisible(field, cone);
    for (NumberField* field : twist_) setRowVisible(field, cone);
    for (const auto& pair : box_)
        for (NumberField* field : pair) setRowVisible(field, box);
    setRowVisible(order_, box);
}

void LimitForm::showRange(const std::array<NumberField*, 2>& ends, const std::vector<Joint>& all,
                          const std::function<Range(const Limit&)>& rangeOf)
{
    showValue(ends[0], all, [&](const Limit& l) { return rangeOf(l).min / kLimitFormDegree; });
    showValue(ends[1], all, [&](const Limit& l) { return rangeOf(l).max / kLimitFormDegree; });
}

void LimitForm::showValues(edit::LimitKind kind, const std::vector<Joint>& all)
{
    const auto vector = [](Vec3* (*of)(Limit&)) {
        return [of](const Limit& limit) {
            Limit copy = limit;
            return *of(copy);
        };
    };
    switch (kind) {
    case edit::LimitKind::Free:
    case edit::LimitKind::Fixed: return;
    case edit::LimitKind::Hinge:
        showAxis(axis_, all, vector(axisOf));
        showRange({least_, most_}, all,
                  [](const Limit& limit) { return std::get<HingeLimit>(limit).angle; });
        return;
    case edit::LimitKind::Prismatic:
        showAxis(axis_, all, vector(axisOf));
        showTravel(nearest_, all, &Range::min);
        showTravel(farthest_, all, &Range::max);
        return;
    case edit::LimitKind::Cone:
        showAxis(axis_, all, vector(axisOf));
        showAxis(up_, all, vector(upOf));
        for (int i = 0; i < 4; ++i)
            showValue(cone_[i], all, [i](const Limit& limit) {
                return std::get<ConeLimit>(limit).angles[i] / kLimitFormDegree;
            });
        showRange(twist_, all, [](const Limit& limit) { return std::get<ConeLimit>(limit).twist; });
        return;
    case edit::LimitKind::Box: return showBox(all);
    }
}

void LimitForm::showBox(const std::vector<Joint>& all)
{
    for (int axis = 0; axis < 3; ++axis)
        showRange(box_[axis], all,
                  [axis](const Limit& limit) { return std::get<BoxLimit>(limit).range[axis]; });
    const std::array<int, 3> order = std::get<BoxLimit>(all.back().limit).order;
    const bool same = std::all_of(all.begin(), all.end(), [&](const Joint& joint) {
        return std::get<BoxLimit>(joint.limit).order == order;
    });
    const auto at = std::find(kOrders.begin(), kOrders.end(), order);
    choose(*order_, static_cast<int>(at - kOrders.begin()), !same);
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
    showRows(one ? std::optional(static_cast<edit::LimitKind>(kind)) : std::nullopt);
    if (one) showValues(static_cast<edit::LimitKind>(kind), all);
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

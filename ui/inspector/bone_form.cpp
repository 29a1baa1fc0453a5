#include "ui/inspector/bone_form.h"

#include "core/operate/roll_bones.h"
#include "ui/inspector/world_units.h"
#include "ui/session/euler.h"
#include "ui/session/session.h"

#include <numbers>

namespace posewright::ui {

namespace {

constexpr double kDegrees = 180 / std::numbers::pi;  ///< per radian

/// Sets one of the three numbers of a vector of the rest pose, shown in units of the world.
auto setsRest(NodeId node, std::optional<Vec3> edit::SetRest::*part, const Vec3& is,
              const Vec3& units, int axis)
{
    return [=](double value) -> std::vector<edit::Edit> {
        Vec3 to = is;
        to[axis] = value / units[axis];
        edit::SetRest rest;
        rest.node = node;
        rest.*part = to;
        return {rest};
    };
}

}  // namespace

BoneForm::BoneForm(Session& session, Evaluator& evaluator) :
    Form(tr("Rest pose"), session, evaluator)
{
    const QString step = QString();
    translation_ = addVector(tr("Joint"), NumberField::Kind::Length,
                             QStringLiteral("inspectorRest"), step, [this](int axis) -> Maker {
                                 const Node& node = (*doc().scene)[row()];
                                 const Vec3 units = unitsAround(*doc().scene, worldAtRest(), row());
                                 return setsRest(node.id, &edit::SetRest::translation,
                                                 node.rest.translation, units, axis);
                             });
    rotation_ = addVector(tr("Rotation"), NumberField::Kind::Angle,
                          QStringLiteral("inspectorRestRotation"), step, [this](int axis) -> Maker {
                              const Node& node = (*doc().scene)[row()];
                              return [id = node.id, angles = toAngles(node.rest.rotation),
                                      axis](double value) mutable -> Edits {
                                  angles[axis] = value;
                                  edit::SetRest rest;
                                  rest.node = id;
                                  rest.rotation = fromAngles(angles);
                                  return {rest};
                              };
                          });
    tip_ =
        addVector(tr("Tip"), NumberField::Kind::Length, QStringLiteral("inspectorTip"), step,
                  [this](int axis) -> Maker {
                      const Node& node = (*doc().scene)[row()];
                      const Vec3 units = unitsOf(worldAtRest()[row()]);
                      return setsRest(node.id, &edit::SetRest::tip, node.bone()->tip, units, axis);
                  });
    length_ = addNumber(tr("Length"), NumberField::Kind::Length, QStringLiteral("inspectorLength"),
                        step, [this]() -> Maker {
                            const Node& node = (*doc().scene)[row()];
                            const Vec3 tip = node.bone()->tip;
                            const Vec3 along =
                                tip.norm() > 0 ? Vec3(tip.normalized()) : Vec3(Vec3::UnitY());
                            const double unit = unitAlong(worldAtRest()[row()], along);
                            return [id = node.id, along, unit](double value) -> Edits {
                                edit::SetRest rest;
                                rest.node = id;
                                rest.tip = along * (value / unit);
                                return {rest};
                            };
                        });
    length_->setMinimum(0);
    addRoll();
}

void BoneForm::addRoll()
{
    roll_ = addNumber(tr("Roll"), NumberField::Kind::Angle, QStringLiteral("inspectorRoll"),
                      QString(), [this]() -> Maker {
                          const NodeId id = (*doc().scene)[row()].id;
                          return [id, from = roll()](double value) -> Edits {
                              return {edit::RollBone{id, (value - from) / kDegrees}};
                          };
                      });
    roll_->setToolTip(tr("How the bone's axes are turned about its way, from where they face the "
                         "front. Nothing that hangs on it moves"));
}

double BoneForm::roll() const
{
    return -operate::rollTo(*doc().scene, row(), operate::RollTo::Front).value_or(0) * kDegrees;
}

NodeIndex BoneForm::row() const
{
    return doc().scene->find(session().selection().active());
}

bool BoneForm::fill()
{
    const NodeIndex at = row();
    if (at == kNoNode || session().selection().nodes().size() != 1) return false;
    const Node& node = (*doc().scene)[at];
    if (!node.bone()) return false;
    const Vec3 angles = toAngles(node.rest.rotation);
    const std::vector<WorldTransform> world = worldAtRest();
    const Vec3 around = unitsAround(*doc().scene, world, at), own = unitsOf(world[at]);
    const Vec3& tip = node.bone()->tip;
    for (int axis = 0; axis < 3; ++axis) {
        translation_[axis]->showValue(node.rest.translation[axis] * around[axis]);
        rotation_[axis]->showValue(angles[axis]);
        tip_[axis]->showValue(tip[axis] * own[axis]);
    }
    setRowVisible(roll_, tip.norm() > 0);
    roll_->showValue(roll());
    length_->showValue(tip.norm() > 0 ? tip.norm() * unitAlong(world[at], tip) : 0);
    return true;
}

}  // namespace posewright::ui

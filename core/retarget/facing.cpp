#include "core/retarget/facing.h"

#include <cmath>
#include <numbers>

namespace posewright::retarget {

namespace {

constexpr double kLevel = 0.2;  ///< length of the level part of a unit vector that has a direction

}  // namespace

void MotionTurn::apply(std::vector<WorldTransform>& world) const
{
    if (!turns) return;
    const Mat3 matrix = rotation.toRotationMatrix();
    for (WorldTransform& each : world) {
        each.position = about + matrix * (each.position - about);
        each.rotation = (rotation * each.rotation).normalized();
        each.linear = matrix * each.linear;
    }
}

double headingOf(const Side& source, const std::vector<WorldTransform>& world)
{
    const NodeIndex hips = source.figure.first(Role::Hips);
    const Quat turn = world[hips].rotation * source.reference.world[hips].rotation.conjugate();
    const Vec3 inBody = source.reference.body.transpose() * (turn * source.reference.body.col(2));
    return std::hypot(inBody.x(), inBody.z()) < kLevel ? 0 : std::atan2(inBody.x(), inBody.z());
}

MotionTurn turnFor(const Facing& facing, const Side& source,
                   const std::vector<WorldTransform>& first)
{
    using Kind = Facing::Kind;
    const double angle = facing.kind == Kind::Front    ? -headingOf(source, first)
                         : facing.kind == Kind::Turned ? facing.degrees * std::numbers::pi / 180
                                                       : 0;
    return {Quat(Eigen::AngleAxisd(angle, source.reference.up())),
            middleOfThighs(source.figure, first), angle != 0};
}

}  // namespace posewright::retarget

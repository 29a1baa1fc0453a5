#include "ui/inspector/world_units.h"

#include <cmath>

namespace posewright::ui {

namespace {

double cleaned(double unit)
{
    // Columns of a rotation have length 1 up to rounding; return exactly 1, so that typed numbers
    // stay exact.
    constexpr double kRounding = 1e-9;
    return std::abs(unit - 1) < kRounding || !(unit > 0) || !std::isfinite(unit) ? 1 : unit;
}

}  // namespace

Vec3 unitsOf(const WorldTransform& node)
{
    Vec3 units;
    for (int axis = 0; axis < 3; ++axis) units[axis] = cleaned(node.linear.col(axis).norm());
    return units;
}

Vec3 unitsAround(const Scene& scene, const std::vector<WorldTransform>& world, NodeIndex row)
{
    const NodeIndex parent = scene[row].parent;
    return parent == kNoNode ? Vec3::Ones() : unitsOf(world[parent]);
}

double unitAlong(const WorldTransform& node, const Vec3& direction)
{
    return cleaned((node.linear * direction).norm() / direction.norm());
}

}  // namespace posewright::ui

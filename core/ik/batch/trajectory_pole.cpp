#include "core/ik/batch/trajectory_pole.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kStraight = 1e-9;  // of the size
constexpr double kTrajectoryPoleDifference = 1e-6;

}  // namespace

double poleLack(std::span<const Vec3> chain, const Vec3& pole, double size)
{
    if (chain.size() < 3) return 0;
    const Vec3& root = chain.front();
    Vec3 axis = chain.back() - root;
    if (!(axis.norm() > kStraight * size)) return 0;
    axis.normalize();
    Vec3 bend = Vec3::Zero();
    for (const Vec3& joint : chain.subspan(1, chain.size() - 2)) bend += joint - root;
    bend -= axis * axis.dot(bend);
    bend /= static_cast<double>(chain.size() - 2);
    Vec3 way = pole - root;
    way -= axis * axis.dot(way);
    if (!(bend.norm() > kStraight * size) || !(way.norm() > kStraight * size)) return 0;
    const double angle = std::atan2(axis.dot(bend.cross(way)), bend.dot(way));
    return angle * bend.norm() / size;
}

PoleRow poleRow(const Problem& problem, const JointSpace& space, const Goal& goal, double size,
                bool slope)
{
    std::vector<JointIndex> joints;
    for (JointIndex j = goal.effector;; j = problem.joints[j].parent) {
        joints.push_back(j);
        if (j == goal.root) break;
    }
    std::ranges::reverse(joints);
    std::vector<Vec3> points;
    points.reserve(joints.size());
    for (const JointIndex j : joints) points.push_back(space.positions[j]);
    PoleRow row;
    row.lack = poleLack(points, *goal.pole, size);
    if (!slope) return row;

    // Below a held joint, points only move along with its origin.
    std::vector<Vec3> moved(points.size());
    row.slope.assign(space.columns.size(), 0.0);
    const auto differ = [&](int column, auto&& velocity) {
        double sides[2];
        for (const int side : {0, 1}) {
            const double by = side == 0 ? kTrajectoryPoleDifference : -kTrajectoryPoleDifference;
            for (std::size_t i = 0; i < points.size(); ++i)
                moved[i] = points[i] + by * velocity(joints[i]);
            sides[side] = poleLack(moved, *goal.pole, size);
        }
        row.slope[column] = (sides[0] - sides[1]) / (2 * kTrajectoryPoleDifference);
    };
    for (const JointSpace::Moved& joint : space.moved)
        for (int c = joint.first; c < joint.first + joint.count; ++c) {
            const JointSpace::Column& column = space.columns[c];
            differ(c, [&](JointIndex j) -> Vec3 {
                JointIndex tip = j;
                bool below = false;
                for (JointIndex up = j; up >= 0 && !below; up = problem.joints[up].parent) {
                    below = up == joint.joint;
                    if (space.rowOf[up] >= 0 && space.moved[space.rowOf[up]].held) tip = up;
                }
                if (!below) return Vec3::Zero();
                if (!column.turns) return column.axis;
                return column.axis.cross(space.positions[tip] - space.positions[joint.joint]);
            });
        }
    if (space.slides)
        for (int c = space.width() - 3; c < space.width(); ++c)
            differ(c, [&](JointIndex) { return space.columns[c].axis; });
    return row;
}

}  // namespace posewright::ik

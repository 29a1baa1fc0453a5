#pragma once

#include "core/ik/model/joint_space.h"

namespace posewright::ik {

/// How far the inner joints of a goal's chain are from the half plane of its pole, in the mean and
/// along the arc about the line from root to effector: signed, as a share of `size`. 0 where the
/// chain is straight or the pole is on its line, so that nothing leaps there.
double poleLack(std::span<const Vec3> chain, const Vec3& pole, double size);

/// The same of the pose placed in the space, and how the space's numbers change it (central
/// differences; `slope` has one per column).
struct PoleRow {
    double lack = 0;
    std::vector<double> slope;
};
PoleRow poleRow(const Problem&, const JointSpace&, const Goal&, double size, bool slope);

}  // namespace posewright::ik

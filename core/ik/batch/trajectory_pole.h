#pragma once

#include "core/ik/model/joint_space.h"

namespace posewright::ik {

/// Mean signed distance of the inner joints of a goal's chain from the half plane of its pole,
/// along the arc about the line from root to effector, as a share of `size`. Goes to 0 for a
/// straight chain or a pole on the line, so that it is continuous there.
double poleLack(std::span<const Vec3> chain, const Vec3& pole, double size);

/// The same for the pose placed in the space, with its derivative by each column of the space
/// (`slope`, central differences).
struct PoleRow {
    double lack = 0;
    std::vector<double> slope;
};
PoleRow poleRow(const Problem&, const JointSpace&, const Goal&, double size, bool slope);

}  // namespace posewright::ik

#include "core/ik/limits.h"
#include "core/math/hamilton.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {

void forwardKinematics(const Problem& problem, std::span<const Quat> rotations,
                       const Vec3& rootPosition, std::vector<Vec3>& positions,
                       std::vector<Quat>& worldRotations, std::span<const double> slides,
                       std::span<const double> stretches)
{
    if (slides.empty()) slides = problem.slides;
    positions.resize(problem.joints.size());
    worldRotations.resize(problem.joints.size());
    if (problem.joints.empty()) return;
    positions[0] = rootPosition;
    if (!slides.empty())
        positions[0] += problem.baseRotation * travelled(problem.joints[0], slides[0]);
    worldRotations[0] = problem.baseRotation * rotations[0];
    for (int j = 1; j < std::ssize(problem.joints); ++j) {
        const Joint& joint = problem.joints[j];
        Vec3 offset = joint.offset;
        if (!stretches.empty()) offset *= stretches[j];
        if (!slides.empty()) offset += travelled(joint, slides[j]);
        const Hamilton above(worldRotations[joint.parent]);
        positions[j] = positions[joint.parent] + above.turn(offset);
        worldRotations[j] = (above * Hamilton(rotations[j])).quat();
    }
}

double reach(const Problem& problem, const Goal& goal)
{
    double lengths = 0;
    double travels = 0;
    for (JointIndex j = goal.effector;; j = problem.joints[j].parent) {
        const Joint& joint = problem.joints[j];
        if (const auto* slide = std::get_if<PrismaticLimit>(&joint.limit))
            travels += std::max(std::abs(slide->travel.min), std::abs(slide->travel.max));
        if (j == goal.root) return lengths + travels;
        lengths += joint.offset.norm();
    }
}

}  // namespace posewright::ik

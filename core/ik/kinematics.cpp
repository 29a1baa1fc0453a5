#include "core/ik/limits.h"

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
    worldRotations[0] = problem.baseRotation * rotations[0];
    for (int j = 1; j < std::ssize(problem.joints); ++j) {
        const Joint& joint = problem.joints[j];
        Vec3 offset = joint.offset;
        if (!stretches.empty()) offset *= stretches[j];
        if (!slides.empty()) offset += travelled(joint, slides[j]);
        positions[j] = positions[joint.parent] + worldRotations[joint.parent] * offset;
        worldRotations[j] = worldRotations[joint.parent] * rotations[j];
    }
}

double reach(const Problem& problem, const Goal& goal)
{
    double sum = 0;
    for (JointIndex j = goal.effector; j != goal.root; j = problem.joints[j].parent)
        sum += problem.joints[j].offset.norm();
    for (JointIndex j = goal.effector;; j = problem.joints[j].parent) {
        if (const auto* slide = std::get_if<PrismaticLimit>(&problem.joints[j].limit))
            sum += std::max(std::abs(slide->travel.min), std::abs(slide->travel.max));
        if (j == goal.root) return sum;
    }
}

}  // namespace posewright::ik

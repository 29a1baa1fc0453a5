#include "core/ik/solver.h"

namespace posewright::ik {
namespace {

Vec3 travelled(const Joint& joint, double travel)
{
    const auto* slide = std::get_if<PrismaticLimit>(&joint.limit);
    return slide ? Vec3(joint.rest * slide->axis * travel) : Vec3::Zero();
}

}  // namespace

void forwardKinematics(const Problem& problem, std::span<const Quat> rotations,
                       const Vec3& rootPosition, std::vector<Vec3>& positions,
                       std::vector<Quat>& worldRotations, std::span<const double> slides)
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
    return sum;
}

}  // namespace posewright::ik

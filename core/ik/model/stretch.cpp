#include "core/ik/model/stretch.h"

#include "core/ik/workspace.h"

#include <algorithm>

namespace posewright::ik {
namespace {

// The factor [1, 1 + most] by which a chain from `root` to `tip` must lengthen to reach `target`.
double stretchFactor(const Vec3& root, const Vec3& tip, const Vec3& target, double most)
{
    const Vec3 chord = tip - root;
    const double square = chord.squaredNorm();
    if (!(square > 0)) return 1;
    return std::clamp((target - root).dot(chord) / square, 1.0, 1 + most);
}

}  // namespace

void stretch(const Problem& problem, Workspace& workspace, Solution& out)
{
    if (std::ranges::none_of(problem.goals, [](const Goal& goal) { return goal.stretch > 0; }))
        return;
    out.stretches.assign(problem.joints.size(), 1.0);
    forwardKinematics(problem, out.rotations, out.rootPosition, workspace.positions,
                      workspace.worldRotations, out.slides);
    for (const Goal& goal : problem.goals) {
        if (!(goal.stretch > 0) || (problem.rootMoves && goal.root == 0)) continue;
        const double factor =
            stretchFactor(workspace.positions[goal.root], workspace.positions[goal.effector],
                          goal.position, goal.stretch);
        for (JointIndex j = goal.effector; j != goal.root; j = problem.joints[j].parent)
            out.stretches[j] = factor;
    }
}

}  // namespace posewright::ik

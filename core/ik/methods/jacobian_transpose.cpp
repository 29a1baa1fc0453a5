#include "core/ik/model/joint_space.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/workspace.h"

#include <algorithm>

namespace posewright::ik {
namespace {

struct JacobianTransposeMemory {
    JointSpace::Pose before;  ///< before the step
};

// alpha = <e, J J^T e> / <J J^T e, J J^T e>: Buss 2004, equation 9.
void jacobianTransposeStep(JointSpace& space)
{
    std::ranges::fill(space.step, 0.0);
    for (int r = 0; r < space.rows; ++r)
        for (int c = 0; c < space.width(); ++c) space.step[c] += space.row(r)[c] * space.error[r];
    double with = 0;
    double square = 0;
    for (int r = 0; r < space.rows; ++r) {
        double moved = 0;
        for (int c = 0; c < space.width(); ++c) moved += space.row(r)[c] * space.step[c];
        with += moved * space.error[r];
        square += moved * moved;
    }
    const double alpha = square > 0 ? with / square : 0;
    for (double& s : space.step) s *= alpha;
}

// Far from the goal the full step may overshoot forever. The paper has no remedy; here the step is
// halved until the error falls.
Iterated halveUntilBetter(const Problem& problem, const Settings&, JointSpace& space,
                          Workspace& workspace, FindStep)
{
    JointSpace::Pose& start = workspace.of<JacobianTransposeMemory>().before;
    constexpr int kHalvings = 12;
    const double before = space.distance();
    std::ranges::fill(space.locked, 0);
    space.differentiate(problem);
    jacobianTransposeStep(space);
    if (space.lock(problem)) {
        space.differentiate(problem);
        jacobianTransposeStep(space);
    }
    space.keep(start);
    space.carry(problem);
    for (int i = 0;; ++i) {
        space.move(problem, 1.0);
        space.place(problem);
        if (space.distance() < before || i == kHalvings) break;
        space.restore(start);
        for (double& s : space.step) s /= 2;
    }
    space.release(problem);
    return Iterated::Moved;
}

Outcome jacobianTransposeInSpace(const Problem& problem, const Settings& settings,
                                 Workspace& workspace, Solution& out)
{
    return iterateSpace(problem, settings, workspace, out, halveUntilBetter);
}

}  // namespace

/// J^T e, with the step length that would minimise the error if the Jacobian were constant:
/// Wolovich & Elliott, A computational technique for inverse kinematics, 1984; Buss 2004, section
/// 4, for the step.
void solveTranspose(const Problem& problem, const Settings& settings, Workspace& workspace,
                    Solution& out)
{
    runSpaces(problem, settings, workspace, out, {nullptr, jacobianTransposeInSpace});
}

}  // namespace posewright::ik

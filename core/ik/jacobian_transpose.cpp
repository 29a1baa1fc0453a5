#include "core/ik/jacobian_loop.h"
#include "core/ik/jacobian_methods.h"
#include "core/ik/workspace.h"

#include <algorithm>

namespace posewright::ik {
namespace {

// alpha = <e, J J^T e> / <J J^T e, J J^T e>: Buss 2004, equation 9.
void findStep(const Settings&, JointSpace& space)
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

Outcome inSpace(const Problem& problem, const Settings& settings, Workspace& workspace,
                Solution& out)
{
    return followSteps(problem, settings, workspace, out, findStep);
}

}  // namespace

void solveTranspose(const Problem& problem, const Settings& settings, Workspace& workspace,
                    Solution& out)
{
    runSpaces(problem, settings, workspace, out, {nullptr, inSpace});
}

}  // namespace posewright::ik

#pragma once

#include "core/ik/fabrik_limited.h"
#include "core/ik/limited_step.h"
#include "core/ik/outcome.h"

namespace posewright::ik {

/// Memory of `lm`.
struct LmMemory {
    LimitedTree tree;
    LimitedStep step;
    std::vector<LimitedWish> wishes;   ///< of FABRIK under limits
    std::vector<double> trial;         ///< errors after a step
    std::vector<LimitedState> before;  ///< a step
    std::vector<LimitedState> start;
    std::vector<LimitedState> best;
    std::vector<LimitedState> seeds;  ///< one after the other
    std::vector<int> order;           ///< of the seeds
    std::vector<double> distance;     ///< per seed, from the start
};

/// Levenberg-Marquardt on joint angles, projected onto the limits: Levenberg 1944, Marquardt 1963;
/// the damping follows the squared error, as in Sugihara, Solvability-unconcerned inverse
/// kinematics by the Levenberg-Marquardt method, IEEE Transactions on Robotics 27, 2011; joints
/// that reach a bound leave the system, and the others take over, as in Baerlocher & Boulic, An
/// inverse kinematics architecture enforcing an arbitrary number of strict priority levels, 2004.
/// Solved in the space of the goals (3x3 or 6x6 for one), O(joints) per iteration. Where the start
/// leads nowhere, fixed seeds (Halton's points of the limits, by their distance from the start) are
/// tried. Free joints go to gauss-newton, and the report says so.
void solveLm(const Problem&, const Settings&, Workspace&, Solution&);

/// As the finisher of a method that works under limits: from the state of workspace.lm.tree, placed
/// with its errors in workspace.lm.step, which it leaves where it cannot improve it. Counts
/// iterations on from `before`.
Outcome finishByLm(const Problem&, const Settings&, Workspace&, Solution& out, int before);

/// Solves group after group on limited trees: extracts workspace.lm.tree, places it, calls `method`
/// with the iterations so far, which leaves it placed, and writes the pose, the iterations and why
/// it stopped.
using TreeMethod = Outcome (*)(const Problem&, const Settings&, Workspace&, Solution& out,
                               int before);
void runTrees(const Problem&, const Settings&, Workspace&, Solution& out, TreeMethod method);

}  // namespace posewright::ik

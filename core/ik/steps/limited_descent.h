#pragma once

#include "core/ik/steps/limited_step.h"
#include "core/ik/steps/outcome.h"

/// Levenberg-Marquardt on limited trees: what `lm` is made of, and what other methods finish with
/// under limits.
namespace posewright::ik {

/// What a descent works on, and remembers.
struct LimitedDescent {
    LimitedTree tree;
    LimitedStep step;
    std::vector<double> trial;         ///< errors after a step
    std::vector<LimitedState> before;  ///< a step
    std::vector<LimitedState> start;
    std::vector<LimitedState> best;
    std::vector<LimitedState> seeds;  ///< one after the other
    std::vector<int> order;           ///< of the seeds
    std::vector<double> distance;     ///< per seed, from the start
};

/// As the finisher of a method that works under limits: from the state of the workspace's tree,
/// placed with its errors in the step, which it leaves where it cannot improve it. Counts
/// iterations on from `before`.
Outcome finishByLm(const Problem&, const Settings&, Workspace&, Solution& out, int before);

/// Solves group after group on limited trees: extracts the workspace's tree, places it, calls
/// `method` with the iterations so far, which leaves it placed, and writes the pose, the iterations
/// and why it stopped.
using TreeMethod = Outcome (*)(const Problem&, const Settings&, Workspace&, Solution& out,
                               int before);
void runTrees(const Problem&, const Settings&, Workspace&, Solution& out, TreeMethod method);

}  // namespace posewright::ik

#pragma once

#include "core/ik/steps/limited_step.h"
#include "core/ik/steps/outcome.h"

/// Levenberg-Marquardt on limited trees: the core of `lm`, which also finishes for other methods
/// under limits.
namespace posewright::ik {

/// The working memory of a descent.
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

/// Finishes for a method under limits, from the state of the workspace's tree, which is unchanged
/// if it cannot be improved. Counts iterations from `before`. @pre the tree is placed, with its
/// errors in the step
Outcome finishByLm(const Problem&, const Settings&, Workspace&, Solution& out, int before);

/// Solves group after group on limited trees: extracts and places the workspace's tree, calls
/// `method` with the iterations so far, and writes the pose, the iterations and why it stopped.
/// `method` must leave the tree placed.
using TreeMethod = Outcome (*)(const Problem&, const Settings&, Workspace&, Solution& out,
                               int before);
void runTrees(const Problem&, const Settings&, Workspace&, Solution& out, TreeMethod method);

}  // namespace posewright::ik

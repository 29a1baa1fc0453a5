#include "core/ik/methods/lm.h"

#include "core/ik/methods/gauss_newton.h"
#include "core/ik/model/chain_start.h"
#include "core/ik/model/goal_joints.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/steps/limited_descent.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

// As for a chain (chain_start.h): a chain below a free joint first turns rigidly towards its goal.
// Otherwise the result would depend on which bounds the first steps meet.
bool swingToGoal(const Problem& problem, LimitedTree& tree)
{
    if (tree.goals.size() != 1 || tree.slides) return false;
    const LimitedGoal& g = tree.goals.front();
    const LimitedJoint& root = tree.joints[g.root];
    const Goal& goal = problem.goals[g.goal];
    const bool follows = goal.reaches() && !goal.orientation;
    if (root.kind != LimitedJoint::Kind::Free || !follows) return false;
    const Vec3 chord = tree.joints[g.effector].position - root.position;
    const Vec3 way = g.target - root.position;
    const double weight = swingWeight(std::min(chord.norm(), way.norm()) / g.reach);
    if (!(weight > 0)) return false;
    const Quat arc = shareOf(leastArc(chord.normalized(), way.normalized()), weight);
    Quat& q = tree.state[g.root].q;
    q = (root.restWorld.conjugate() * arc * root.restWorld * q).normalized();
    return true;
}

Outcome swingAndFinish(const Problem& problem, const Settings& settings, Workspace& workspace,
                       Solution& out, int before)
{
    LimitedDescent& memory = workspace.of<LimitedDescent>();
    LimitedTree& tree = memory.tree;
    if (!tree.met(settings.orientationTolerance) && swingToGoal(problem, tree)) {
        const double cost = tree.place(problem, memory.step.error);
        if (tree.met(settings.orientationTolerance) && !problem.goals[tree.goals[0].goal].pole)
            return {before + 1, std::sqrt(cost), Stop::Met};
    }
    return finishByLm(problem, settings, workspace, out, before);
}

}  // namespace

void solveLm(const Problem& problem, const Settings& settings, Workspace& workspace, Solution& out)
{
    // Without limits the same method on directions and bodies is better.
    if (workspace.of<LimitSet>().empty() && !asksMoreThanReach(problem)) {
        out.report.solver = "gauss-newton";
        solveGaussNewton(problem, settings, workspace, out);
    } else {
        runTrees(problem, settings, workspace, out, swingAndFinish);
    }
}

}  // namespace posewright::ik

#include "core/ik/jacobian_loop.h"
#include "core/ik/jacobian_methods.h"
#include "core/ik/workspace.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kLargestTurn = 1.0;  // [rad]
constexpr int kPatience = 50;

// With ball joints J J^T is the sum of |r|^2 I - r r^T over the levers r, and the turn of a joint
// is r x f: O(bones), and no matrix but this one.
Outcome onChain(const Problem& problem, const Goal& goal, const Vec3& target,
                const Settings& settings, Workspace& workspace, Solution& out)
{
    Chain& chain = workspace.chain;
    const int n = chain.bones();
    workspace.points.resize(n);  // the levers
    const Watch watch{settings.observer, &problem, &out};
    const double tolerance = settings.tolerance * chain.reach;
    const int before = out.report.iterations;
    Outcome outcome;
    double best = HUGE_VAL;
    int since = 0;
    for (int it = before;; ++it) {
        Vec3 lever = Vec3::Zero();
        double squares = 0;
        Mat3 outer = Mat3::Zero();
        for (int i = n; i-- > 0;) {
            lever += chain.length[i] * chain.direction(i);
            workspace.points[i] = lever;
            squares += lever.squaredNorm();
            outer.noalias() += lever * lever.transpose();
        }
        Vec3 e = target - lever;
        outcome.iterations = it;
        outcome.error = e.norm();
        outcome.stop = Stop::Met;
        if (it > before && watch && !watch.chain(goal, chain, it, outcome.error)) {
            outcome.stop = Stop::Cancelled;
            return outcome;
        }
        if (outcome.error <= tolerance) return outcome;
        outcome.stop = Stop::Stagnated;
        if (outcome.error < best) {
            best = outcome.error;
            since = 0;
        } else if (++since > kPatience) {
            return outcome;
        }
        outcome.stop = Stop::Exhausted;
        if (it >= settings.maxIterations) return outcome;

        const double most = dlsClamp(chain.reach);
        const double lambda = dlsLambdaSquared(outcome.error, chain.reach);
        if (outcome.error > most) e *= most / outcome.error;
        const Mat3 normal = (squares + lambda) * Mat3::Identity() - outer;
        Vec3 f = normal.llt().solve(e);
        double largest = 0;
        for (int i = 0; i < n; ++i)
            largest = std::max(largest, workspace.points[i].cross(f).squaredNorm());
        if (largest > kLargestTurn * kLargestTurn) f *= kLargestTurn / std::sqrt(largest);
        Quat turn = Quat::Identity();
        for (int i = 0; i < n; ++i) {
            turn = turn * turnBy(workspace.points[i].cross(f));
            chain.setDirection(i, (turn * chain.direction(i)));
        }
    }
}

void findStep(const Settings&, JointSpace& space)
{
    clampErrors(space, dlsClamp(space.size));
    dampedStep(space, dlsLambdaSquared(space.distance(), space.size));
}

Outcome inSpace(const Problem& problem, const Settings& settings, Workspace& workspace,
                Solution& out)
{
    return followSteps(problem, settings, workspace, out, findStep);
}

}  // namespace

void solveDls(const Problem& problem, const Settings& settings, Workspace& workspace, Solution& out)
{
    runSpaces(problem, settings, workspace, out, {onChain, inSpace});
}

}  // namespace posewright::ik

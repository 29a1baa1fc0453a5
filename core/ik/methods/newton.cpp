#include "core/ik/model/joint_space.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/steps/cholesky.h"
#include "core/ik/steps/effector_cost.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/workspace.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kNewtonLargestTurn = 1.0;  // [rad]
constexpr double kNewtonArmijo = 1e-4;
constexpr double kNewtonAtRest = 1e-13;  // of the size squared: smaller gradients are rounding
constexpr double kNewtonFlat = 1e-13;    // of the cost
constexpr int kNewtonHalvings = 30;
constexpr int kValley = 100;           // most iterations with limits
constexpr double kFirstShift = 1e-12;  // of the size squared

struct NewtonMemory {
    EffectorCost cost;
    std::vector<double> factors;   ///< columns x columns
    std::vector<double> way;       ///< from `before` to the pose after the step
    std::vector<double> gradient;  ///< at `before`
    JointSpace::Pose before;       ///< the pose before the step
};

// Solves (H + shift I) s = -g for the columns that are not locked, by Cholesky; false if that
// matrix is not positive definite.
bool newtonStep(JointSpace& space, double shift, NewtonMemory& memory)
{
    const EffectorCost& cost = memory.cost;
    std::vector<double>& factors = memory.factors;
    const int width = space.width();
    factors.assign(cost.hessian.begin(), cost.hessian.end());
    const auto at = [&](int r, int c) -> double& { return factors[r * width + c]; };
    for (int c = 0; c < width; ++c) {
        if (space.locked[c]) {
            for (int k = 0; k < c; ++k) at(k, c) = 0;
            for (int k = c + 1; k < width; ++k) at(c, k) = 0;
            at(c, c) = 1 + shift;  // 1 relative to any scale of the other entries
        } else {
            at(c, c) += shift;
        }
    }
    const auto pivot = [&](int, double rest) { return rest > 0.1 * shift ? rest : 0; };
    if (!factor<0, Diagonal::Roots>(factors.data(), width, pivot)) return false;
    for (int c = 0; c < width; ++c) space.step[c] = space.locked[c] ? 0 : -cost.gradient[c];
    solveFactored<0, Diagonal::Roots>(factors.data(), space.step.data(), width);
    return true;
}

bool newtonStepDown(const Problem& problem, JointSpace& space, NewtonMemory& memory)
{
    EffectorCost& cost = memory.cost;
    const double unit = space.size * space.size;
    memory.gradient.resize(space.width());  // swapped with the cost's gradient below
    differentiateCost(problem, space, cost, true);
    const double slope = lockByGradient(problem, space, cost);
    if (slope <= kNewtonAtRest * unit) return false;
    const double before = effectorCost(problem, space);
    // With more joints than goals the Hessian is singular at every solution; a shift proportional
    // to the error keeps the order of convergence.
    double shift = std::max(kFirstShift * unit, 0.1 * before);
    constexpr int kMostShifts = 600;  // from the smallest shift to beyond the largest double
    for (int i = 0; !newtonStep(space, shift, memory); ++i) {
        if (i == kMostShifts || !(shift > 0)) return false;
        shift *= 4;
    }
    space.keep(memory.before);
    // A step clamped by limits need not be a descent step. The gradient step is one, and brings
    // joints to bounds that the next step accounts for.
    for (bool plain : {false, true}) {
        if (plain)
            for (int c = 0; c < space.width(); ++c)
                space.step[c] = space.locked[c] ? 0 : -cost.gradient[c] / unit;
        for (int halving = 0; halving < kNewtonHalvings; ++halving) {
            space.move(problem, kNewtonLargestTurn);
            space.place(problem);
            space.displacement(memory.before, memory.way);
            double hoped = 0;
            for (int c = 0; c < space.width(); ++c) hoped += cost.gradient[c] * memory.way[c];
            const double now = effectorCost(problem, space);
            if (!plain && hoped >= 0) {
                space.restore(memory.before);
                break;
            }
            if (now <= before + kNewtonArmijo * hoped && hoped < 0) return true;
            if (now <= before * (1 + kNewtonFlat)) {
                // If the cost is the same up to rounding, see whether the gradient shrinks.
                std::swap(cost.gradient, memory.gradient);
                differentiateCost(problem, space, cost, false);
                const double rest = lockByGradient(problem, space, cost);
                std::swap(cost.gradient, memory.gradient);
                if (rest < slope / 2) return true;
            }
            space.restore(memory.before);
            space.step.assign(memory.way.begin(), memory.way.end());
            for (double& s : space.step) s /= 2;
        }
    }
    space.place(problem);
    return false;
}

Iterated newtonIterate(const Problem& problem, const Settings&, JointSpace& space,
                       Workspace& workspace, FindStep)
{
    NewtonMemory& memory = workspace.of<NewtonMemory>();
    return stepCarried(problem, space, [&] { return newtonStepDown(problem, space, memory); });
}

Outcome newtonInSpace(const Problem& problem, const Settings& settings, Workspace& workspace,
                      Solution& out)
{
    if (workspace.of<LimitSet>().empty())
        return iterateSpace(problem, settings, workspace, out, newtonIterate);
    // Limits create valleys that stay flat for hundreds of iterations. Give up there, so that `lm`
    // can finish.
    Settings fewer = settings;
    fewer.maxIterations = std::min(settings.maxIterations, out.report.iterations + kValley);
    Outcome outcome = iterateSpace(problem, fewer, workspace, out, newtonIterate);
    if (outcome.stop == Stop::Exhausted && outcome.iterations < settings.maxIterations)
        outcome.stop = Stop::Stagnated;
    return outcome;
}

}  // namespace

/// Newton's method with exact second derivatives of the effectors: Nocedal & Wright, Numerical
/// optimization, 2006, sections 3.4 (regularisation) and 16.5 (active set).
void solveNewton(const Problem& problem, const Settings& settings, Workspace& workspace,
                 Solution& out)
{
    runSpaces(problem, settings, workspace, out, {nullptr, newtonInSpace});
}

}  // namespace posewright::ik

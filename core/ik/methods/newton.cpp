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
constexpr double kNewtonAtRest = 1e-13;  // of the size squared: a gradient of rounding only
constexpr double kNewtonFlat = 1e-13;    // of the cost
constexpr int kNewtonHalvings = 30;
constexpr int kValley = 100;           // iterations under limits
constexpr double kFirstShift = 1e-12;  // of the size squared

struct NewtonMemory {
    EffectorCost cost;
    std::vector<double> factors;   ///< columns x columns
    std::vector<double> way;       ///< that the joints went, per column
    std::vector<double> gradient;  ///< after a step
    JointSpace::Pose before;       ///< it
};

// (H + shift I) s = -g on the columns that are not locked, by Cholesky; false where that is not
// positive definite.
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
            at(c, c) = 1 + shift;  // whatever the unit of length
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
    memory.gradient.resize(space.width());  // changes places with the other below
    differentiateCost(problem, space, cost, true);
    const double slope = lockByGradient(problem, space, cost);
    if (slope <= kNewtonAtRest * unit) return false;
    const double before = effectorCost(problem, space);
    // With more joints than goals the Hessian is singular at every solution; a shift that shrinks
    // with the error leaves the convergence its order.
    double shift = std::max(kFirstShift * unit, 0.1 * before);
    constexpr int kMostShifts = 600;  // from the least to beyond the largest double
    for (int i = 0; !newtonStep(space, shift, memory); ++i) {
        if (i == kMostShifts || !(shift > 0)) return false;
        shift *= 4;
    }
    space.keep(memory.before);
    // A step that the limits bend need not lead down any more; the gradient's does, and it brings
    // joints to the bounds that the next step then knows of.
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
                // Flat but for rounding: what counts is whether the pose comes to rest.
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
    // Bounds make valleys that are flat for hundreds of iterations. There it stalls for good, so
    // that `lm` may finish.
    Settings fewer = settings;
    fewer.maxIterations = std::min(settings.maxIterations, out.report.iterations + kValley);
    Outcome outcome = iterateSpace(problem, fewer, workspace, out, newtonIterate);
    if (outcome.stop == Stop::Exhausted && outcome.iterations < settings.maxIterations)
        outcome.stop = Stop::Stagnated;
    return outcome;
}

}  // namespace

/// Newton's method with the second derivatives of the effectors: Nocedal & Wright, Numerical
/// optimization, 2006, sections 3.4 (regularisation) and 16.5 (active set).
void solveNewton(const Problem& problem, const Settings& settings, Workspace& workspace,
                 Solution& out)
{
    runSpaces(problem, settings, workspace, out, {nullptr, newtonInSpace});
}

}  // namespace posewright::ik

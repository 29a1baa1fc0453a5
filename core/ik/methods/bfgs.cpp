#include "core/ik/model/joint_space.h"
#include "core/ik/steps/effector_cost.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/workspace.h"

#include <algorithm>
#include <cmath>

// Signs are easily mixed up: p = -B g is a descent direction, and steps are x + alpha p.
namespace posewright::ik {
namespace {

constexpr double kBfgsLargestTurn = 0.5;  // [rad]
constexpr double kBfgsArmijo = 1e-4;
constexpr double kBfgsAtRest = 1e-13;  // of the size squared
constexpr double kBfgsFlat = 1e-13;    // of the cost
constexpr int kBfgsHalvings = 40;

struct BfgsMemory {
    EffectorCost cost;
    std::vector<double> inverse;  ///< of the Hessian, columns x columns
    bool fresh = true;            ///< `inverse` is still the initial guess
    std::vector<double> way;      ///< move of the joints in the step, per column
    std::vector<double> change;   ///< change of the gradient over the step
    std::vector<double> product;  ///< `inverse` times `change`
    JointSpace::Pose before;      ///< before the step
};

void forget(const JointSpace& space, BfgsMemory& memory)
{
    // The initial guess: each joint turns by its share of the effectors' errors.
    const int width = space.width();
    memory.inverse.assign(static_cast<std::size_t>(width) * width, 0.0);
    for (int c = 0; c < width; ++c) memory.inverse[c * width + c] = 1 / (space.size * space.size);
    memory.fresh = true;
}

// p = -B g, without locked columns.
double direction(JointSpace& space, const BfgsMemory& memory)
{
    const std::vector<double>& gradient = memory.cost.gradient;
    const int width = space.width();
    double slope = 0;
    for (int r = 0; r < width; ++r) {
        double sum = 0;
        if (!space.locked[r])
            for (int c = 0; c < width; ++c)
                if (!space.locked[c]) sum -= memory.inverse[r * width + c] * gradient[c];
        space.step[r] = sum;
        slope += sum * gradient[r];
    }
    return slope;
}

// B+ = (I - s y'/y's) B (I - y s'/y's) + s s'/y's: Nocedal & Wright, equation 6.17. Only if y's is
// positive; the first B is scaled by equation 6.20.
void update(BfgsMemory& memory)
{
    const std::vector<double>& s = memory.way;
    const std::vector<double>& y = memory.change;
    std::vector<double>& by = memory.product;
    const int width = static_cast<int>(s.size());
    double sy = 0;
    double yy = 0;
    double ss = 0;
    for (int c = 0; c < width; ++c) {
        sy += s[c] * y[c];
        yy += y[c] * y[c];
        ss += s[c] * s[c];
    }
    auto& b = memory.inverse;
    if (!(sy > 1e-10 * std::sqrt(ss * yy))) {
        // The cost has negative curvature along the step: it only shows that the step was too
        // short.
        for (double& x : b) x *= 4;
        return;
    }
    if (memory.fresh)
        for (int c = 0; c < width; ++c) b[c * width + c] = sy / yy;
    memory.fresh = false;
    by.assign(width, 0.0);
    double yby = 0;
    for (int r = 0; r < width; ++r) {
        for (int c = 0; c < width; ++c) by[r] += b[r * width + c] * y[c];
        yby += y[r] * by[r];
    }
    const double scale = (1 + yby / sy) / sy;
    for (int r = 0; r < width; ++r)
        for (int c = 0; c < width; ++c)
            b[r * width + c] += scale * s[r] * s[c] - (by[r] * s[c] + s[r] * by[c]) / sy;
}

bool bfgsStepDown(const Problem& problem, JointSpace& space, BfgsMemory& memory)
{
    EffectorCost& cost = memory.cost;
    const double unit = space.size * space.size;
    const int width = space.width();
    if (memory.inverse.size() != static_cast<std::size_t>(width) * width) forget(space, memory);
    differentiateCost(problem, space, cost, false);
    const double slope = lockByGradient(problem, space, cost);
    if (slope <= kBfgsAtRest * unit) return false;
    const double before = effectorCost(problem, space);
    space.keep(memory.before);
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (!(direction(space, memory) < -1e-12 * slope * slope / unit)) {
            forget(space, memory);
            direction(space, memory);
        }
        for (int halving = 0; halving < kBfgsHalvings; ++halving) {
            space.move(problem, kBfgsLargestTurn);
            space.place(problem);
            space.displacement(memory.before, memory.way);
            double hoped = 0;
            for (int c = 0; c < width; ++c) hoped += cost.gradient[c] * memory.way[c];
            const double now = effectorCost(problem, space);
            bool good = now <= before + kBfgsArmijo * hoped && hoped < 0;
            if (good || now <= before * (1 + kBfgsFlat)) {
                memory.change.assign(cost.gradient.begin(), cost.gradient.end());
                differentiateCost(problem, space, cost, false);
                // If the cost is the same up to rounding, see whether the gradient shrinks.
                good = good || lockByGradient(problem, space, cost) < 0.9 * slope;
                if (good) {
                    // Columns that did not move are left out of the update.
                    for (int c = 0; c < width; ++c)
                        memory.change[c] =
                            memory.way[c] == 0 ? 0 : cost.gradient[c] - memory.change[c];
                    update(memory);
                    return true;
                }
                std::swap(cost.gradient, memory.change);
                (void)lockByGradient(problem, space, cost);
            }
            space.restore(memory.before);
            space.step.assign(memory.way.begin(), memory.way.end());
            for (double& s : space.step) s /= 2;
        }
        if (memory.fresh) break;
        forget(space, memory);
    }
    space.place(problem);
    return false;
}

Iterated bfgsIterate(const Problem& problem, const Settings&, JointSpace& space,
                     Workspace& workspace, FindStep)
{
    BfgsMemory& memory = workspace.of<BfgsMemory>();
    return stepCarried(problem, space, [&] { return bfgsStepDown(problem, space, memory); });
}

Outcome bfgsInSpace(const Problem& problem, const Settings& settings, Workspace& workspace,
                    Solution& out)
{
    forget(workspace.of<JointSpace>(), workspace.of<BfgsMemory>());
    return iterateSpace(problem, settings, workspace, out, bfgsIterate);
}

}  // namespace

/// Broyden-Fletcher-Goldfarb-Shanno 1970 as in Nocedal & Wright 2006, section 6.1, with Armijo's
/// rule along the projection onto the limits (section 16.7).
void solveBfgs(const Problem& problem, const Settings& settings, Workspace& workspace,
               Solution& out)
{
    runSpaces(problem, settings, workspace, out, {nullptr, bfgsInSpace});
}

}  // namespace posewright::ik

#include "core/ik/methods/jacobian_methods.h"
#include "core/ik/steps/effector_cost.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/workspace.h"

#include <algorithm>
#include <cmath>

// Signs, because they are easily mixed up: p = -B g is a way down, and x + alpha p goes along it.
namespace posewright::ik {
namespace {

constexpr double kBfgsLargestTurn = 0.5;  // [rad]
constexpr double kBfgsArmijo = 1e-4;
constexpr double kBfgsAtRest = 1e-13;  // of the size squared
constexpr double kBfgsFlat = 1e-13;    // of the cost
constexpr int kBfgsHalvings = 40;

void forget(JointSpace& space)
{
    // A turn of every joint by its share of what the effectors lack.
    const int width = space.width();
    space.inverse.assign(static_cast<std::size_t>(width) * width, 0.0);
    for (int c = 0; c < width; ++c) space.inverse[c * width + c] = 1 / (space.size * space.size);
    space.fresh = true;
}

// p = -B g, without what is locked.
double direction(JointSpace& space, const std::vector<double>& gradient)
{
    const int width = space.width();
    double slope = 0;
    for (int r = 0; r < width; ++r) {
        double sum = 0;
        if (!space.locked[r])
            for (int c = 0; c < width; ++c)
                if (!space.locked[c]) sum -= space.inverse[r * width + c] * gradient[c];
        space.step[r] = sum;
        slope += sum * gradient[r];
    }
    return slope;
}

// B+ = (I - s y'/y's) B (I - y s'/y's) + s s'/y's: Nocedal & Wright, equation 6.17. Only where y's
// is positive; the first B is scaled by equation 6.20.
void update(JointSpace& space, const std::vector<double>& s, const std::vector<double>& y,
            std::vector<double>& by)
{
    const int width = space.width();
    double sy = 0;
    double yy = 0;
    double ss = 0;
    for (int c = 0; c < width; ++c) {
        sy += s[c] * y[c];
        yy += y[c] * y[c];
        ss += s[c] * s[c];
    }
    auto& b = space.inverse;
    if (!(sy > 1e-10 * std::sqrt(ss * yy))) {
        // The cost bends down along the step: there is nothing to learn but that it was short.
        for (double& x : b) x *= 4;
        return;
    }
    if (space.fresh)
        for (int c = 0; c < width; ++c) b[c * width + c] = sy / yy;
    space.fresh = false;
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

bool bfgsStepDown(const Problem& problem, JointSpace& space)
{
    EffectorCost& cost = space.cost;
    const double unit = space.size * space.size;
    const int width = space.width();
    if (space.inverse.size() != static_cast<std::size_t>(width) * width) forget(space);
    differentiateCost(problem, space, cost, false);
    const double slope = lockByGradient(problem, space, cost);
    if (slope <= kBfgsAtRest * unit) return false;
    const double before = effectorCost(problem, space);
    space.keep(space.before);
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (!(direction(space, cost.gradient) < -1e-12 * slope * slope / unit)) {
            forget(space);
            direction(space, cost.gradient);
        }
        for (int halving = 0; halving < kBfgsHalvings; ++halving) {
            space.move(problem, kBfgsLargestTurn);
            space.place(problem);
            space.displacement(space.before, space.normal);
            double hoped = 0;
            for (int c = 0; c < width; ++c) hoped += cost.gradient[c] * space.normal[c];
            const double now = effectorCost(problem, space);
            bool good = now <= before + kBfgsArmijo * hoped && hoped < 0;
            if (good || now <= before * (1 + kBfgsFlat)) {
                space.right.assign(cost.gradient.begin(), cost.gradient.end());
                differentiateCost(problem, space, cost, false);
                // Flat but for rounding: what counts is whether the pose comes to rest.
                good = good || lockByGradient(problem, space, cost) < 0.9 * slope;
                if (good) {
                    // What is locked takes no part in the curvature of the rest.
                    for (int c = 0; c < width; ++c)
                        space.right[c] =
                            space.normal[c] == 0 ? 0 : cost.gradient[c] - space.right[c];
                    update(space, space.normal, space.right, space.stages);
                    return true;
                }
                std::swap(cost.gradient, space.right);
                (void)lockByGradient(problem, space, cost);
            }
            space.restore(space.before);
            space.step.assign(space.normal.begin(), space.normal.end());
            for (double& s : space.step) s /= 2;
        }
        if (space.fresh) break;
        forget(space);
    }
    space.place(problem);
    return false;
}

bool bfgsIterate(const Problem& problem, const Settings&, JointSpace& space, FindStep)
{
    return stepCarried(problem, space, bfgsStepDown);
}

Outcome bfgsInSpace(const Problem& problem, const Settings& settings, Workspace& workspace,
                    Solution& out)
{
    forget(workspace.space);
    return iterateSpace(problem, settings, workspace, out, bfgsIterate);
}

}  // namespace

void solveBfgs(const Problem& problem, const Settings& settings, Workspace& workspace,
               Solution& out)
{
    runSpaces(problem, settings, workspace, out, {nullptr, bfgsInSpace});
}

}  // namespace posewright::ik

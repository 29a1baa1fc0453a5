#include "core/ik/steps/jacobian_loop.h"

#include "core/ik/model/chain_start.h"
#include "core/ik/steps/limited_descent.h"
#include "core/ik/steps/solve_groups.h"
#include "core/ik/workspace.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kJacobianLoopLargestTurn = 1.0;  // [rad]
constexpr int kJacobianLoopPatience = 50;  // iterations that gain less than kJacobianLoopProgress
constexpr double kJacobianLoopProgress = 1e-4;  // of the error
constexpr double kJacobianLoopKick = 1e-3;      // [rad], as for chains
constexpr double kJacobianLoopFlat = 1e-14;
constexpr double kJacobianLoopStationary = 1e-9;
constexpr int kJacobianLoopLockings = 4;  // per iteration
// Rows of the decomposition at right angles, as a cosine: a few roundings.
constexpr double kOrthogonal = 1e-15;

bool isFreeChain(const Problem& problem, const Goal& goal)
{
    if ((problem.rootMoves && goal.root == 0) || looksOrMeets(goal)) return false;
    for (JointIndex j = goal.effector;; j = problem.joints[j].parent) {
        const Limit& limit = problem.joints[j].limit;
        const bool acts =
            j != goal.effector || goal.orientation || std::holds_alternative<PrismaticLimit>(limit);
        if (acts && limit.index() != 0) return false;
        if (j == goal.root) return true;
    }
}

void takeDirections(const JointSpace& space, Chain& chain)
{
    for (int i = 0; i < chain.bones(); ++i)
        if (chain.length[i] > 0)
            chain.setDirection(
                i, (space.positions[chain.joints[i + 1]] - space.positions[chain.joints[i]])
                       .normalized());
}

}  // namespace

Outcome solveFreeChain(const Problem& problem, const Goal& goal, const Settings& settings,
                       Workspace& workspace, Solution& out, std::span<const int> group,
                       const SpaceMethod& method)
{
    Chain& chain = workspace.chain;
    const ChainTarget target = chainTarget(goal, chain);
    Outcome outcome{out.report.iterations, (chain.chord() - target.at).norm(), Stop::Met};
    if (outcome.error <= settings.tolerance * chain.reach) return outcome;
    if (target.kind != ChainTarget::Kind::Within) {
        target.kind == ChainTarget::Kind::TooFar ? straighten(chain, target.at)
                                                 : fold(chain, target.at);
        ++outcome.iterations;
        outcome.error = (chain.chord() - target.at).norm();
        const Watch watch{settings.observer, &problem, &out};
        if (watch && !watch.chain(goal, chain, outcome.iterations, outcome.error))
            outcome.stop = Stop::Cancelled;
        return outcome;
    }
    out.report.degenerateStart |= unlock(problem, chain, std::nullopt);
    if (method.chain) return method.chain(problem, goal, target.at, settings, workspace, out);
    writeRotations(problem, goal, chain, problem.start, out.rotations);
    extractJointSpace(problem, group, out, workspace.space);
    outcome = method.space(problem, settings, workspace, out);
    takeDirections(workspace.space, chain);
    return outcome;
}

void runSpaces(const Problem& problem, const Settings& settings, Workspace& workspace,
               Solution& out, const SpaceMethod& method)
{
    const auto solveGroup = [&](std::span<const int> group, const Settings& own) {
        const Goal& goal = problem.goals[group.front()];
        Outcome outcome;
        outcome.iterations = out.report.iterations;
        if (group.size() == 1 && isFreeChain(problem, goal)) {
            Chain& chain = workspace.chain;
            extractChain(problem, out.rotations, out.rootPosition, goal, chain, out.slides);
            if (chain.reach > 0)
                outcome = solveFreeChain(problem, goal, own, workspace, out, group, method);
            writeRotations(problem, goal, chain, problem.start, out.rotations);
        } else {
            extractJointSpace(problem, group, out, workspace.space);
            if (workspace.space.width() > 0) outcome = method.space(problem, own, workspace, out);
            writePose(workspace.space, out);
            const bool missed = outcome.stop == Stop::Stagnated || outcome.stop == Stop::Exhausted;
            if (missed && !workspace.limited.empty())
                outcome =
                    finishUnderLimits(problem, group, settings, workspace, out, outcome.iterations);
        }
        return outcome;
    };
    solveGroups(problem, settings, workspace.groups, out.report, solveGroup);
}

Outcome finishUnderLimits(const Problem& problem, std::span<const int> group,
                          const Settings& settings, Workspace& workspace, Solution& out, int before)
{
    LimitedTree& tree = workspace.lm.tree;
    clampPose(problem, workspace.limited, out.rotations, out.slides);
    extractTree(problem, workspace.limited, group, out, settings.tolerance, tree);
    Outcome outcome;
    outcome.iterations = before;
    if (tree.numbers == 0) return outcome;
    const double cost = tree.place(problem, workspace.lm.step.error);
    const Vec3 slide = tree.slide;
    outcome = finishByLm(problem, settings, workspace, out, before);
    const bool bent =
        std::ranges::any_of(group, [&](int row) { return problem.goals[row].pole.has_value(); });
    // A pose at rest is not traded for one that differs by rounding.
    if (tree.place(problem, workspace.lm.step.error) < cost * (1 - 1e-9) || bent) {
        out.report.solver = "lm";
    } else {
        tree.state = workspace.lm.start;
        tree.slide = slide;
    }
    // What an observer was shown was written there, too.
    writePose(tree, out);
    return outcome;
}

bool stepCarried(const Problem& problem, JointSpace& space,
                 bool (*step)(const Problem&, JointSpace&))
{
    space.carry(problem);
    const bool more = step(problem, space);
    space.release(problem);
    return more;
}

bool stationary(const Problem& problem, JointSpace& space)
{
    space.differentiate(problem);
    const double error = space.distance();
    double largest = 0;
    double column = 0;
    for (int c = 0; c < space.width(); ++c) {
        double slope = 0;
        double square = 0;
        for (int r = 0; r < space.rows; ++r) {
            slope += space.row(r)[c] * space.error[r];
            square += space.row(r)[c] * space.row(r)[c];
        }
        largest = std::max(largest, std::abs(slope));
        column = std::max(column, square);
    }
    return largest <= kJacobianLoopStationary * error * std::sqrt(column);
}

void kick(const Problem& problem, JointSpace& space)
{
    // Unlike from joint to joint and from axis to axis, or a fold would only close.
    for (int c = 0; c < space.width(); ++c)
        space.step[c] = space.columns[c].turns ? kJacobianLoopKick * std::cos(1.0 + 2.0 * c) : 0;
    for (const auto& moved : space.moved) {
        if (moved.free || moved.count == 0) continue;
        const auto range = bounds(problem.joints[moved.joint].limit);
        for (int k = 0; k < moved.count; ++k) {
            double& by = space.step[moved.first + k];
            if (moved.angles[k] + by < range[k].min || moved.angles[k] + by > range[k].max)
                by = -by;
        }
    }
    space.move(problem, kJacobianLoopLargestTurn);
    space.place(problem);
}

namespace {

bool stepOnce(const Problem& problem, const Settings& settings, JointSpace& space,
              FindStep findStep)
{
    std::ranges::fill(space.locked, 0);
    for (int round = 0; round == 0 || (round < kJacobianLoopLockings && space.lock(problem));
         ++round) {
        space.differentiate(problem);
        findStep(settings, space);
    }
    space.move(problem, kJacobianLoopLargestTurn);
    space.place(problem);
    return true;
}

}  // namespace

Outcome followSteps(const Problem& problem, const Settings& settings, Workspace& workspace,
                    Solution& out, FindStep findStep)
{
    return iterateSpace(problem, settings, workspace, out, stepOnce, findStep);
}

Outcome iterateSpace(const Problem& problem, const Settings& settings, Workspace& workspace,
                     Solution& out, Iterate iterate, FindStep findStep)
{
    JointSpace& space = workspace.space;
    const int before = out.report.iterations;
    Outcome outcome{before, space.distance(), Stop::Met};
    if (space.met(problem, settings)) return outcome;
    space.keep(space.best);
    double best = outcome.error;
    double milestone = best;
    int since = 0;
    Crawl crawl;
    // Goals that ride on others may lose for a while what these gain.
    const int patience = space.ridden ? 10 * kJacobianLoopPatience : kJacobianLoopPatience;
    std::ranges::fill(space.locked, 0);
    bool kicked = stationary(problem, space);
    if (kicked) {
        kick(problem, space);
        out.report.degenerateStart = true;
    }
    for (int it = before;; ++it) {
        outcome.iterations = it;
        outcome.error = space.distance();
        if (it > before && settings.observer && *settings.observer) {
            writePose(space, out);
            if (!(*settings.observer)(it, outcome.error, out.rotations)) {
                outcome.stop = Stop::Cancelled;
                return outcome;
            }
        }
        if (space.stopped) {
            outcome.stop = Stop::Cancelled;
            return outcome;
        }
        if (space.met(problem, settings)) return outcome;
        // What is equal but for rounding came later, and is nearer to rest.
        if (outcome.error <= best * (1 + kJacobianLoopFlat)) {
            best = outcome.error;
            space.keep(space.best);
        }
        if (best < milestone * (1 - kJacobianLoopProgress)) {
            milestone = best;
            since = 0;
        } else if (++since > patience) {
            outcome.stop = Stop::Stagnated;
            break;
        }
        if (it >= settings.maxIterations) {
            outcome.stop = crawl.stop(best * best);
            break;
        }
        crawl.note(best * best);
        if (!iterate(problem, settings, space, findStep)) {
            outcome.stop = Stop::Stagnated;
            // Goals that ride on others come to rest where each is as near as its own joints bring
            // it, which need not be where the sum was least.
            if (space.ridden) {
                best = outcome.error;
                space.keep(space.best);
            }
            // At rest, but perhaps on a ridge: once off it, it will not come back.
            if (kicked) break;
            kicked = true;
            kick(problem, space);
        }
    }
    space.restore(space.best);
    space.place(problem);
    outcome.error = best;
    return outcome;
}

void clampErrors(JointSpace& space, double most)
{
    space.right.assign(space.error.begin(), space.error.end());
    for (int r = 0; r < space.rows; r += 3) {
        Eigen::Map<Vec3> e(&space.right[r]);
        const double norm = e.norm();
        if (norm > most) e *= most / norm;
    }
}

double dlsLambdaSquared(double error, double size)
{
    const double share = std::min(1.0, error / size);
    return 1e-12 * size * size + 0.02 * share * size * size;
}

double dlsClamp(double size)
{
    return 0.3 * size;
}

void dampedStep(JointSpace& space, double lambdaSquared)
{
    const int n = space.rows;
    const int width = space.width();
    space.normal.resize(static_cast<std::size_t>(n) * n);
    const auto at = [&](int r, int c) -> double& { return space.normal[r * n + c]; };
    for (int r = 0; r < n; ++r)
        for (int c = 0; c <= r; ++c) {
            double sum = r == c ? lambdaSquared : 0;
            const double* a = space.row(r);
            const double* b = space.row(c);
            for (int k = 0; k < width; ++k) sum += a[k] * b[k];
            at(r, c) = sum;
        }
    // Cholesky, L in the lower triangle.
    for (int c = 0; c < n; ++c) {
        // Below that, what is left of a row that the others can do is rounding.
        const double least = std::max(1e-3 * lambdaSquared, 1e-15 * at(c, c));
        for (int k = 0; k < c; ++k) at(c, c) -= at(c, k) * at(c, k);
        at(c, c) = std::sqrt(std::max(at(c, c), least));
        for (int r = c + 1; r < n; ++r) {
            for (int k = 0; k < c; ++k) at(r, c) -= at(r, k) * at(c, k);
            at(r, c) /= at(c, c);
        }
    }
    auto& f = space.right;
    for (int r = 0; r < n; ++r) {
        for (int k = 0; k < r; ++k) f[r] -= at(r, k) * f[k];
        f[r] /= at(r, r);
    }
    for (int r = n; r-- > 0;) {
        for (int k = r + 1; k < n; ++k) f[r] -= at(k, r) * f[k];
        f[r] /= at(r, r);
    }
    std::ranges::fill(space.step, 0.0);
    for (int r = 0; r < n; ++r) {
        const double* a = space.row(r);
        for (int k = 0; k < width; ++k) space.step[k] += f[r] * a[k];
    }
}

void decompose(JointSpace& space)
{
    decompose(space.jacobian, space.rows, space.basis);
}

void decompose(std::span<double> matrix, int rows, std::vector<double>& basis)
{
    const int n = rows;
    const int width = static_cast<int>(matrix.size()) / n;
    basis.assign(static_cast<std::size_t>(n) * n, 0.0);
    for (int r = 0; r < n; ++r) basis[r * n + r] = 1;
    for (int sweep = 0; sweep < 30; ++sweep) {
        bool turned = false;
        for (int p = 0; p < n; ++p)
            for (int q = p + 1; q < n; ++q) {
                double* a = matrix.data() + static_cast<std::ptrdiff_t>(p) * width;
                double* b = matrix.data() + static_cast<std::ptrdiff_t>(q) * width;
                double aa = 0;
                double bb = 0;
                double ab = 0;
                for (int k = 0; k < width; ++k) {
                    aa += a[k] * a[k];
                    bb += b[k] * b[k];
                    ab += a[k] * b[k];
                }
                if (std::abs(ab) <= kOrthogonal * std::sqrt(aa * bb)) continue;
                turned = true;
                const double zeta = (bb - aa) / (2 * ab);
                const double t =
                    std::copysign(1 / (std::abs(zeta) + std::sqrt(1 + zeta * zeta)), zeta);
                const double c = 1 / std::sqrt(1 + t * t);
                const double s = c * t;
                for (int k = 0; k < width; ++k) {
                    const double old = a[k];
                    a[k] = c * old - s * b[k];
                    b[k] = s * old + c * b[k];
                }
                for (int k = 0; k < n; ++k) {
                    double& u = basis[k * n + p];
                    double& v = basis[k * n + q];
                    const double old = u;
                    u = c * old - s * v;
                    v = s * old + c * v;
                }
            }
        if (!turned) return;
    }
}

}  // namespace posewright::ik

#include "core/ik/steps/limited_descent.h"

#include "core/ik/model/groups.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/steps/halton.h"
#include "core/ik/steps/limited_pole.h"
#include "core/ik/steps/solve_groups.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright::ik {
namespace {

constexpr double kLmFirstDamping = 0.1;  // of the squared error
// If seeds are excluded and the pose has to follow the goal: small steps stay in one valley.
constexpr double kCarefulDamping = 3;
constexpr double kLmLeastDamping = 1e-4;
constexpr double kLmMostDamping = 1e8;
constexpr int kSeedIterations = 60;
constexpr int kLmPatience = 3;  // iterations in which a seed must halve its squared error
constexpr int kPoleTurns = 24;
constexpr int kPoleIterations = 12;
constexpr double kPoleTolerance = 1e-9;  // [rad]
constexpr double kStill = 1e-13;         // gradient of a pose in equilibrium
constexpr double kLmKick = 1e-3;         // [rad]

// What is already done when a descent starts: the tree placed and its errors computed, and the
// Jacobian prepared.
enum class Ready { Nothing, Placed, Prepared };

struct Descent {
    Stop stop = Stop::Met;
    double cost = 0;
    int iterations = 0;
};

double squared(const std::vector<double>& error)
{
    double sum = 0;
    for (const double e : error) sum += e * e;
    return sum;
}

struct LmRun {
    const Problem& problem;
    const Settings& settings;
    LimitedDescent& memory;
    Solution& out;
    int iterations = 0;

    bool watched() const { return settings.observer && *settings.observer; }
    bool show(double cost)
    {
        writePose(memory.tree, out);
        return (*settings.observer)(iterations, std::sqrt(cost) * memory.tree.size, out.rotations);
    }
    Descent descend(int most, bool patient, bool careful = false, Ready = Ready::Nothing);
    bool stepDown(double& damping, double& cost, double& next);
    void kick();
    void makeSeeds(int from, int to);
    Outcome solve(int before);
    void turnToPoles(Stop stop);
};

// Steps from `cost`, which is updated after a failure, to the lower `next`, raising the damping as
// needed. False: there is no such step, and the tree is unchanged.
bool LmRun::stepDown(double& damping, double& cost, double& next)
{
    LimitedTree& tree = memory.tree;
    LimitedStep& step = memory.step;
    memory.before = tree.state;
    const Vec3 slideBefore = tree.slide;
    while (true) {
        step.solve(tree, damping * cost);
        step.apply(tree);
        next = tree.place(problem, memory.trial);
        if (next < cost) {
            step.error.swap(memory.trial);
            return true;
        }
        tree.state = memory.before;
        tree.slide = slideBefore;
        damping *= 8;
        cost = tree.place(problem, step.error);
        if (!(damping < kLmMostDamping)) return false;
        tree.jacobian(problem, step.columns);
        step.prepare(tree);
    }
}

// Steps until the goals are met, nothing moves, or (unless patient) progress is slow.
Descent LmRun::descend(int most, bool patient, bool careful, Ready ready)
{
    LimitedTree& tree = memory.tree;
    LimitedStep& step = memory.step;
    Descent now;
    now.cost = ready == Ready::Nothing ? tree.place(problem, step.error) : squared(step.error);
    double damping = careful ? kCarefulDamping : kLmFirstDamping;
    double mark = now.cost;
    int sinceMark = 0;
    Crawl crawl;
    int idle = 0;
    while (true) {
        if (tree.met(settings.orientationTolerance)) {
            now.stop = Stop::Met;
            return now;
        }
        if (now.iterations >= most) {
            now.stop = crawl.stop(now.cost);
            return now;
        }
        crawl.note(now.cost);
        if (ready != Ready::Prepared) {
            tree.jacobian(problem, step.columns);
            if (step.prepare(tree) <= kStill * std::sqrt(now.cost)) {
                now.stop = Stop::Stagnated;
                return now;
            }
        }
        ready = Ready::Placed;
        ++now.iterations;
        ++iterations;
        double cost = 0;
        if (!stepDown(damping, now.cost, cost)) {
            now.stop = Stop::Stagnated;
            return now;
        }
        idle = cost > now.cost * (1 - 1e-12) ? idle + 1 : 0;
        const bool fast = cost < 0.25 * now.cost;
        // If damping depends on the error only, the result is a smooth function of the start.
        damping =
            std::max(careful ? kCarefulDamping : kLmLeastDamping, damping * (fast ? 0.25 : 0.5));
        now.cost = cost;
        if (watched() && !show(cost)) {
            now.stop = Stop::Cancelled;
            return now;
        }
        if (idle > 3) {
            now.stop = Stop::Stagnated;
            return now;
        }
        if (!patient && ++sinceMark == kLmPatience) {
            if (now.cost > 0.5 * mark && !tree.met(settings.orientationTolerance)) {
                now.stop = Stop::Stagnated;
                return now;
            }
            mark = now.cost;
            sinceMark = 0;
        }
    }
}

// Turns every joint a little, always in the same way, inside its range.
void LmRun::kick()
{
    LimitedTree& tree = memory.tree;
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
        const LimitedJoint& joint = tree.joints[i];
        LimitedState& state = tree.state[i];
        const double by = i % 2 == 0 ? kLmKick : -2 * kLmKick;
        if (joint.kind == LimitedJoint::Kind::Free) {
            state.q = (fromRotationVector(by * Vec3(1, 0.7, 0.4)) * state.q).normalized();
        } else if (joint.turns()) {
            const auto& range = joint.range;
            Angles to = state.angles;
            for (int k = 0; k < joint.count; ++k) {
                const double middle = range[k].min + (range[k].max - range[k].min) / 2;
                to[k] += std::copysign(by, middle - to[k]) * (1 - 0.3 * k);
            }
            setNumbers(joint, to, state);
        }
    }
}

// Seeds `from` to `to` of the sequence, ordered by distance from the start.
void LmRun::makeSeeds(int from, int to)
{
    const LimitedTree& tree = memory.tree;
    const std::size_t size = tree.joints.size();
    memory.seeds.resize(size * (to - from));
    memory.distance.assign(to - from, 0.0);
    memory.order.resize(to - from);
    for (int s = from; s < to; ++s) {
        memory.order[s - from] = s - from;
        for (std::size_t i = 0; i < size; ++i) {
            const LimitedJoint& joint = tree.joints[i];
            LimitedState state = memory.start[i];
            if (joint.count > 0) {
                Angles at{};
                const auto range = joint.bounded()
                                       ? joint.range
                                       : std::array<Range, 3>{Range{-2, 2}, {-2, 2}, {-2, 2}};
                for (int k = 0; k < joint.count; ++k) {
                    const double share = halton(s + 1, joint.first + k);
                    at[k] = range[k].min + share * (range[k].max - range[k].min);
                }
                if (joint.bounded())
                    setNumbers(joint, at, state);
                else
                    state.q = fromRotationVector({at[0], at[1], at[2]}) * memory.start[i].q;
            }
            const double turn = angleBetween(state.q, memory.start[i].q);
            memory.distance[s - from] += turn * turn;
            memory.seeds[(s - from) * size + i] = state;
        }
    }
    std::sort(memory.order.begin(), memory.order.end(), [&](int a, int b) {
        return memory.distance[a] != memory.distance[b] ? memory.distance[a] < memory.distance[b]
                                                        : a < b;
    });
}

Outcome LmRun::solve(int before)
{
    LimitedTree& tree = memory.tree;
    iterations = before;
    memory.start = tree.state;
    const double startCost = squared(memory.step.error);
    if (tree.met(settings.orientationTolerance)) return {before, std::sqrt(startCost), Stop::Met};

    tree.jacobian(problem, memory.step.columns);
    Ready ready = Ready::Prepared;
    if (memory.step.prepare(tree) <= 1e-7 * std::sqrt(startCost)) {
        kick();
        ready = Ready::Nothing;
        out.report.degenerateStart = true;
    }
    const bool alone = settings.seeds <= 0;
    Descent found = descend(settings.maxIterations, alone, alone, ready);
    if (found.stop == Stop::Met || found.stop == Stop::Cancelled)
        return {iterations, std::sqrt(found.cost), found.stop};

    memory.best = tree.state;
    double best = found.cost;
    Vec3 bestSlide = tree.slide;
    int round = 8;
    for (int done = 0; done < settings.seeds; done += round, round *= 3) {
        round = std::min(round, settings.seeds - done);
        makeSeeds(done, done + round);
        for (const int seed : memory.order) {
            const auto from = memory.seeds.begin() + std::ptrdiff_t(seed * tree.joints.size());
            std::copy(from, from + std::ptrdiff_t(tree.joints.size()), tree.state.begin());
            tree.slide.setZero();
            const Descent tried = descend(kSeedIterations, false);
            if (tried.stop == Stop::Met || tried.stop == Stop::Cancelled)
                return {iterations, std::sqrt(tried.cost), tried.stop};
            // Leave the neighbourhood of the start only for a clearly better seed.
            if (tried.cost < 0.8 * best - 1e-12) {
                best = tried.cost;
                memory.best = tree.state;
                bestSlide = tree.slide;
            }
        }
    }
    tree.state = memory.best;
    tree.slide = bestSlide;
    found = descend(settings.maxIterations, true);
    if (found.cost >= startCost) {
        tree.state = memory.start;
        tree.slide.setZero();
        found.cost = tree.place(problem, memory.step.error);
    }
    return {iterations, std::sqrt(found.cost), found.stop};
}

// Turns chains towards their poles, one goal after another, without losing the goals.
void LmRun::turnToPoles(Stop stop)
{
    LimitedTree& tree = memory.tree;
    LimitedStep& step = memory.step;
    bool turned = false;
    for (std::size_t k = 0; k < tree.goals.size(); ++k) {
        if (!problem.goals[tree.goals[k].goal].pole) continue;
        turned = true;
        double share = 1;
        for (int turn = 0; turn < kPoleTurns && share > 0.05; ++turn) {
            const double cost = tree.place(problem, step.error);
            const PoleLack lack = poleLack(problem, tree, tree.goals[k]);
            if (!lack.known || std::abs(lack.angle) < kPoleTolerance) break;
            memory.best = tree.state;
            const Vec3 slide = tree.slide;
            tree.jacobian(problem, step.columns);
            step.prepare(tree);
            bool better = stepToPole(problem, tree, step, tree.goals[k], share);
            if (better) {
                const Descent back = descend(kPoleIterations, true);
                const PoleLack now = poleLack(problem, tree, tree.goals[k]);
                const bool kept =
                    stop == Stop::Met ? back.stop == Stop::Met : back.cost <= cost * (1 + 1e-6);
                better = kept && now.known && std::abs(now.angle) < std::abs(lack.angle) * 0.999;
            }
            if (better) {
                ++iterations;
                share = std::min(1.0, 2 * share);
                continue;
            }
            tree.state = memory.best;
            tree.slide = slide;
            share *= 0.25;
        }
    }
    if (turned) tree.place(problem, step.error);
}

}  // namespace

Outcome finishByLm(const Problem& problem, const Settings& settings, Workspace& workspace,
                   Solution& out, int before)
{
    LmRun run{problem, settings, workspace.of<LimitedDescent>(), out};
    Outcome outcome = run.solve(before);
    if (outcome.stop == Stop::Cancelled) return outcome;
    run.turnToPoles(outcome.stop);
    outcome.iterations = run.iterations;
    return outcome;
}

void runTrees(const Problem& problem, const Settings& settings, Workspace& workspace, Solution& out,
              TreeMethod method)
{
    // Each group's iterations are counted from `before`.
    const auto solveGroup = [&](std::span<const int> group, const Settings&) {
        const int before = out.report.iterations;
        LimitedDescent& memory = workspace.of<LimitedDescent>();
        LimitSet& limited = workspace.of<LimitSet>();
        LimitedTree& tree = memory.tree;
        extractTree(problem, limited, group, out, settings.tolerance, tree);
        if (tree.numbers == 0) return Outcome{.iterations = before};
        tree.place(problem, memory.step.error);
        const Outcome outcome = method(problem, settings, workspace, out, before);
        if (outcome.iterations > before) writePose(tree, out, &limited);
        return outcome;
    };
    solveGroups(problem, settings, workspace.of<Groups>(), out.report, solveGroup);
}

}  // namespace posewright::ik

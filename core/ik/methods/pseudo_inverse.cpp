#include "core/ik/model/chain.h"
#include "core/ik/model/joint_space.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/steps/jacobian_steps.h"
#include "core/ik/steps/watch.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <array>
#include <cmath>

// Integrates q' = J^+ e, along which the error decays as exp(-t): an Euler step of 0.1 goes a tenth
// of the way.
namespace posewright::ik {
namespace {

constexpr double kEulerRank = 1e-15;  // of the largest singular value, as in numpy.linalg.pinv
constexpr double kNear = 0.1;         // of the size; smaller singular values are damped
constexpr double kTurnError = 1e-2;   // [rad] tolerance of an adaptive step
constexpr double kPseudoInverseLongest = 2.0;      // step of the fastest decay
constexpr double kPseudoInverseLargestTurn = 1.0;  // [rad]
constexpr int kRetries = 12;
constexpr int kStages = 6;

// Dormand & Prince, A family of embedded Runge-Kutta formulae, 1980, table 2. The seventh stage
// (the end of the step) is used for the error only.
constexpr double kStage[kStages][kStages] = {
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
constexpr double kError[kStages + 1] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                        -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

// The weight of a singular value, from its square.
struct Rule {
    double rank = 0;  ///< singular values below this share of the largest count as zero
    double size = 0;  ///< [m]; 0: no damping

    // An effector's straight path may lead through places that the chain cannot fold to, and the
    // exact pseudo-inverse then follows their border forever. So adaptive steps damp small singular
    // values while the error is large: Nakamura & Hanafusa, Inverse kinematic solutions with
    // singularity robustness, 1986.
    double lambdaSquared(double square, double error) const
    {
        const double near = kNear * size;
        if (!(size > 0) || square >= near * near) return 0;
        return (1 - square / (near * near)) * dlsLambdaSquared(error, size);
    }
};

// J^+ e for the Jacobian in `matrix`, which is overwritten.
void pseudoInverse(std::span<double> matrix, int rows, std::span<const double> error,
                   const Rule& rule, std::vector<double>& basis, std::span<double> step)
{
    decompose(matrix, rows, basis);
    const int width = static_cast<int>(step.size());
    const auto squared = [&](int r) {
        double sum = 0;
        for (int c = 0; c < width; ++c) sum += matrix[r * width + c] * matrix[r * width + c];
        return sum;
    };
    double most = 0;
    double off = 0;
    for (int r = 0; r < rows; ++r) {
        most = std::max(most, squared(r));
        off += error[r] * error[r];
    }
    std::ranges::fill(step, 0.0);
    for (int r = 0; r < rows; ++r) {
        const double square = squared(r);
        if (square <= rule.rank * rule.rank * most) continue;
        const double damped = square + rule.lambdaSquared(square, std::sqrt(off));
        double along = 0;
        for (int k = 0; k < rows; ++k) along += basis[k * rows + r] * error[k];
        for (int c = 0; c < width; ++c) step[c] += along / damped * matrix[r * width + c];
    }
}

// Rotations are numbers in the exponential chart at the start of a step, where rates differ from
// angular velocities: Munthe-Kaas, High order Runge-Kutta methods on manifolds, 1999.
Vec3 chartRate(const Vec3& at, const Vec3& velocity)
{
    const Vec3 once = at.cross(velocity);
    return velocity - 0.5 * once + at.cross(once) / 12;
}

struct PseudoInverseMemory {
    std::vector<Vec3> directions;  ///< of a chain's bones, before the step
    std::vector<double> jacobian;  ///< of a chain, 3 x 3 bones
    std::vector<double> basis;     ///< rows x rows
    JointSpace::Pose before;       ///< of a joint space, before the step
    std::vector<double> stages;    ///< of a Runge-Kutta step
    double length = 0;             ///< of the next Runge-Kutta step in a joint space
};

// A chain of free joints, with the world rotations of its bones as unknowns, so that joints do not
// move each other. The worked example has absolute angles, too.
struct BoneSystem {
    Chain& chain;
    PseudoInverseMemory& memory;
    const Vec3& target;
    Rule rule;

    int width() const { return 3 * chain.bones(); }
    double error() const { return (target - chain.chord()).norm(); }
    void begin()
    {
        auto& from = memory.directions;
        from.resize(chain.bones());
        for (int i = 0; i < chain.bones(); ++i) from[i] = chain.direction(i);
    }
    void moveBy(std::span<const double> by)
    {
        for (int i = 0; i < chain.bones(); ++i) {
            const Vec3 turn = Vec3::Map(&by[3 * static_cast<std::size_t>(i)]);
            chain.setDirection(i, (fromRotationVector(turn) * memory.directions[i]).normalized());
        }
    }
    void rate(std::span<const double> at, std::span<double> out)
    {
        auto& j = memory.jacobian;
        const int w = width();
        j.assign(3 * static_cast<std::size_t>(w), 0.0);
        for (int i = 0; i < chain.bones(); ++i) {
            // Column k of the lever's cross product: e_k x lever.
            const Vec3 lever = chain.length[i] * chain.direction(i);
            for (int k = 0; k < 3; ++k) {
                const Vec3 v = Vec3::Unit(k).cross(lever);
                for (int r = 0; r < 3; ++r) j[r * w + 3 * i + k] = v[r];
            }
        }
        const Vec3 e = target - chain.chord();
        pseudoInverse(j, 3, std::span(e.data(), 3), rule, memory.basis, out);
        for (int i = 0; i < chain.bones(); ++i) {
            Eigen::Map<Vec3> omega(&out[3 * static_cast<std::size_t>(i)]);
            omega = chartRate(Vec3::Map(&at[3 * static_cast<std::size_t>(i)]), omega);
        }
    }
};

// Any group of goals, with the numbers of its joints as unknowns.
struct SpaceSystem {
    const Problem& problem;
    JointSpace& space;
    PseudoInverseMemory& memory;
    Rule rule;

    int width() const { return space.width(); }
    double error() const { return space.distance(); }
    void begin() { space.keep(memory.before); }
    void moveBy(std::span<const double> by)
    {
        space.restore(memory.before);
        std::ranges::copy(by, space.step.begin());
        space.move(problem, HUGE_VAL, true);
        space.place(problem);
    }
    void rate(std::span<const double> at, std::span<double> out)
    {
        std::ranges::fill(space.locked, 0);
        for (int round = 0; round == 0 || (round < 4 && space.lock(problem)); ++round) {
            space.differentiate(problem);
            pseudoInverse(space.jacobian, space.rows, space.error, rule, memory.basis, space.step);
        }
        std::ranges::copy(space.step, out.begin());
        for (const auto& moved : space.moved) {
            if (!moved.free || moved.count == 0) continue;
            Eigen::Map<Vec3> omega(&out[moved.first]);
            omega = chartRate(Vec3::Map(&at[moved.first]), omega);
        }
    }
};

double largest(std::span<const double> v)
{
    double most = 0;
    for (double x : v) most = std::max(most, std::abs(x));
    return most;
}

// `memory`: the rates of the stages, the offset of a stage, and the error. False: the system did
// not move.
template <class System>
bool step(System& system, double euler, double& length, std::vector<double>& memory)
{
    const std::size_t n = system.width();
    memory.resize((kStages + 2) * n);
    const auto rate = [&](int stage) { return std::span(memory).subspan(stage * n, n); };
    const std::span<double> way = std::span(memory).subspan((kStages + 1) * n, n);
    std::ranges::fill(way, 0.0);
    system.begin();
    system.rate(way, rate(0));
    const double speed = largest(rate(0));
    if (!(speed > 0)) return false;
    if (euler > 0) {
        for (std::size_t c = 0; c < n; ++c) way[c] = euler * rate(0)[c];
        system.moveBy(way);
        return true;
    }
    length = std::min(length, kPseudoInverseLargestTurn / speed);
    for (int retry = 0;; ++retry) {
        for (int stage = 0; stage < kStages; ++stage) {
            for (std::size_t c = 0; c < n; ++c) {
                double sum = 0;
                for (int k = 0; k <= stage; ++k) sum += kStage[stage][k] * rate(k)[c];
                way[c] = length * sum;
            }
            system.moveBy(way);
            system.rate(way, rate(stage + 1));
        }
        double off = 0;
        for (std::size_t c = 0; c < n; ++c) {
            double sum = 0;
            for (int k = 0; k <= kStages; ++k) sum += kError[k] * rate(k)[c];
            off = std::max(off, std::abs(length * sum));
        }
        const double change = off > 0 ? 0.9 * std::pow(kTurnError / off, 0.2) : 5;
        const bool good = off <= kTurnError || retry == kRetries;
        length = std::min(kPseudoInverseLongest, length * std::clamp(change, 0.2, 5.0));
        if (good) return true;
    }
}

Outcome pseudoInverseOnChain(const Problem& problem, const Goal& goal, const Vec3& target,
                             const Settings& settings, Workspace& workspace, Solution& out)
{
    constexpr int kPatience = 50;
    Chain& chain = workspace.of<Chain>();
    const bool euler = settings.step > 0;
    PseudoInverseMemory& memory = workspace.of<PseudoInverseMemory>();
    BoneSystem system{chain, memory, target, {kEulerRank, euler ? 0 : chain.reach}};
    const Watch watch{settings.observer, &problem, &out};
    const double tolerance = settings.tolerance * chain.reach;
    double length = kPseudoInverseLongest;
    double milestone = HUGE_VAL;
    int since = 0;
    Outcome outcome{out.report.iterations, system.error(), Stop::Exhausted};
    while (outcome.iterations < settings.maxIterations) {
        outcome.stop = Stop::Stagnated;
        if (!step(system, settings.step, length, memory.stages)) return outcome;
        ++outcome.iterations;
        const double before = outcome.error;
        outcome.error = system.error();
        // The worked example tests the distance before the step, and so takes one more step.
        const double tested = euler ? before : outcome.error;
        if (watch && !watch.chain(goal, chain, outcome.iterations, outcome.error)) {
            outcome.stop = Stop::Cancelled;
            return outcome;
        }
        outcome.stop = Stop::Met;
        if (tested <= tolerance) return outcome;
        outcome.stop = Stop::Stagnated;
        if (outcome.error < milestone * (1 - 1e-4)) {
            milestone = outcome.error;
            since = 0;
        } else if (++since > kPatience) {
            return outcome;
        }
        outcome.stop = Stop::Exhausted;
    }
    return outcome;
}

Iterated pseudoInverseIterate(const Problem& problem, const Settings& settings, JointSpace& space,
                              Workspace& workspace, FindStep)
{
    PseudoInverseMemory& memory = workspace.of<PseudoInverseMemory>();
    SpaceSystem system{problem, space, memory, {kEulerRank, settings.step > 0 ? 0 : space.size}};
    return step(system, settings.step, memory.length, memory.stages) ? Iterated::Moved
                                                                     : Iterated::AtRest;
}

Outcome pseudoInverseInSpace(const Problem& problem, const Settings& settings, Workspace& workspace,
                             Solution& out)
{
    workspace.of<PseudoInverseMemory>().length = kPseudoInverseLongest;
    return iterateSpace(problem, settings, workspace, out, pseudoInverseIterate);
}

}  // namespace

/// The pseudo-inverse by singular values, integrated: Parent, Computer animation, 2002, section 5.3
/// (explicit Euler steps of settings.step), or, if the step is 0, Dormand & Prince's pair of orders
/// 5 and 4 (A family of embedded Runge-Kutta formulae, 1980, table 2; Press et al., Numerical
/// recipes, 2007, section 17.2). For a single chain of free joints the unknowns are the world
/// rotations of the bones, and Euler steps test the distance before the step; both follow the
/// worked example of the planar arm.
void solvePseudoInverse(const Problem& problem, const Settings& settings, Workspace& workspace,
                        Solution& out)
{
    runSpaces(problem, settings, workspace, out, {pseudoInverseOnChain, pseudoInverseInSpace});
}

}  // namespace posewright::ik

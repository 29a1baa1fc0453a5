#include "core/ik/steps/body_newton.h"

#include "core/math/rotation.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kBodyNewtonFirstDamping = 1e-4;  // of the size squared
constexpr double kBodyNewtonLeastDamping = 1e-13;
constexpr double kFloor = 1e-4;  // times the root of the error relative to the size
constexpr double kBodyNewtonMostDamping = 1e4;
constexpr int kPlainIterations = 6;  // without curvature, which slows convergence far from the goal
constexpr double kBodyNewtonStationary = 1e-9;  // sine of the angle between error and lever
constexpr double kBodyNewtonFlat = 1e-13;       // of the cost
constexpr double kBodyNewtonLargestStep = 1.0;  // [rad]
constexpr double kBodyNewtonSlide = 0.3;  // slide of the root per radian, over the size or the
                                          // remaining distance

Mat3 bodyNewtonCross(const Vec3& v)
{
    Mat3 m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
}

// Gaussian elimination with partial pivoting; `b` becomes the solution.
void solveInPlace(std::vector<double>& a, std::vector<double>& b)
{
    const int n = static_cast<int>(b.size());
    for (int c = 0; c < n; ++c) {
        int pivot = c;
        for (int r = c + 1; r < n; ++r)
            if (std::abs(a[r * n + c]) > std::abs(a[pivot * n + c])) pivot = r;
        if (a[pivot * n + c] == 0) continue;
        if (pivot != c) {
            for (int k = c; k < n; ++k) std::swap(a[c * n + k], a[pivot * n + k]);
            std::swap(b[c], b[pivot]);
        }
        for (int r = c + 1; r < n; ++r) {
            const double f = a[r * n + c] / a[c * n + c];
            if (f == 0) continue;
            for (int k = c; k < n; ++k) a[r * n + k] -= f * a[c * n + k];
            b[r] -= f * b[c];
        }
    }
    for (int c = n - 1; c >= 0; --c) {
        for (int k = c + 1; k < n; ++k) b[c] -= a[c * n + k] * b[k];
        b[c] = a[c * n + c] == 0 ? 0 : b[c] / a[c * n + c];
    }
}

bool met(const Bodies& bodies, double tolerance)
{
    return std::ranges::all_of(bodies.pulls, [&](const Pull& pull) {
        // A chain of no length has no share to measure by: only rounding is left.
        const double grain = 1e-15 * (pull.position.norm() + pull.target.norm());
        return pull.error().norm() <= std::max(tolerance * pull.reach, grain);
    });
}

template <class Visit>
void forOwnLevers(const Bodies& bodies, Visit visit)
{
    for (const Pull& pull : bodies.pulls)
        for (int i = pull.pathBegin; i < pull.ownEnd; ++i)
            if (!bodies.list[bodies.levers[i].body].pinned) visit(pull, bodies.levers[i]);
}

// How far the pose is from equilibrium: the largest torque on a body, or force on a sliding root,
// relative to the largest that these errors could cause. Independent of earlier steps.
double unrest(const Bodies& bodies, std::vector<Vec3>& torque)
{
    torque.assign(bodies.list.size(), Vec3::Zero());
    double scale = 0;
    forOwnLevers(bodies, [&](const Pull& pull, const Lever& lever) {
        torque[lever.body] += pull.weight * lever.arm.cross(pull.error());
        scale = std::max(scale, pull.weight * lever.arm.norm() * pull.error().norm());
    });
    double most = 0;
    for (const Vec3& t : torque) most = std::max(most, t.norm());
    double worst = scale > 0 ? most / scale : 0;
    if (bodies.slides) {
        Vec3 force = Vec3::Zero();
        double forces = 0;
        for (const Pull& pull : bodies.pulls) {
            force += pull.weight * pull.error();
            forces += pull.weight * pull.error().norm();
        }
        if (forces > 0) worst = std::max(worst, force.norm() / forces);
    }
    return worst;
}

// Per body: (damping + curvature)^-1. The curvature of -e . p for a rotation w of a lever v is (e .
// v) |w|^2 - (e . w)(v . w); its negative part is removed.
void invertBlocks(const Bodies& bodies, double damping, bool curved, std::vector<Mat3>& inverse)
{
    inverse.assign(bodies.list.size(), Mat3::Zero());
    if (curved) {
        forOwnLevers(bodies, [&](const Pull& pull, const Lever& lever) {
            const Vec3 e = pull.weight * pull.error();
            const Vec3& v = lever.arm;
            inverse[lever.body] +=
                e.dot(v) * Mat3::Identity() - 0.5 * (e * v.transpose() + v * e.transpose());
        });
    }
    for (Mat3& block : inverse) {
        double lift = 0;
        if (curved) {
            Eigen::SelfAdjointEigenSolver<Mat3> eigen;
            eigen.computeDirect(block, Eigen::EigenvaluesOnly);
            lift = std::max(0.0, -eigen.eigenvalues()[0]);
        }
        block = Mat3((block + (damping + lift) * Mat3::Identity()).inverse());
    }
}

// Fills in how unit pulls would move the effectors, and the effectors' errors.
void fillMatrix(const Bodies& bodies, double slideBlock, BodyNewton& memory)
{
    const int n = 3 * static_cast<int>(bodies.pulls.size());
    memory.matrix.assign(static_cast<std::size_t>(n) * n, 0.0);
    memory.right.assign(n, 0.0);
    for (std::size_t a = 0; a < bodies.pulls.size(); ++a) {
        const Pull& pa = bodies.pulls[a];
        const Vec3 e = pa.error();
        for (int k = 0; k < 3; ++k) memory.right[3 * a + k] = e[k];
        for (std::size_t b = 0; b < bodies.pulls.size(); ++b) {
            const Pull& pb = bodies.pulls[b];
            Mat3 block = Mat3::Zero();
            if (a == b) block.diagonal().setConstant(1 / pa.weight);
            if (bodies.slides) block.diagonal().array() += slideBlock;
            // Paths share their upper ends, so walk both from there.
            int i = pa.pathEnd;
            int j = pb.pathEnd;
            while (i > pa.pathBegin && j > pb.pathBegin &&
                   bodies.levers[i - 1].body == bodies.levers[j - 1].body) {
                --i;
                --j;
                // Pull b turns only its own bodies, but pull a moves with any body that turns.
                if (j >= pb.ownEnd || bodies.list[bodies.levers[j].body].pinned) continue;
                block += bodyNewtonCross(bodies.levers[i].arm) *
                         memory.inverse[bodies.levers[j].body] *
                         bodyNewtonCross(bodies.levers[j].arm).transpose();
            }
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 3; ++c)
                    memory.matrix[(3 * a + r) * n + 3 * b + c] = block(r, c);
        }
    }
}

// Fills memory.step and `slide`. Returns the expected decrease of the cost.
double bodyNewtonStep(const Bodies& bodies, double damping, bool curved, BodyNewton& memory,
                      Vec3& slide)
{
    invertBlocks(bodies, damping, curved, memory.inverse);
    double far = bodies.size;
    for (const Pull& pull : bodies.pulls) far = std::max(far, pull.error().norm());
    const double slideBlock = kBodyNewtonSlide * kBodyNewtonSlide * far * far / damping;
    fillMatrix(bodies, slideBlock, memory);
    solveInPlace(memory.matrix, memory.right);

    memory.step.assign(bodies.list.size(), Vec3::Zero());
    slide.setZero();
    forOwnLevers(bodies, [&](const Pull&, const Lever& lever) {
        const Vec3 f(&memory.right[3 * static_cast<std::size_t>(lever.pull)]);
        memory.step[lever.body] += lever.arm.cross(f);
    });
    for (std::size_t k = 0; k < bodies.pulls.size() && bodies.slides; ++k)
        slide += slideBlock *
                 Vec3(memory.right[3 * k], memory.right[3 * k + 1], memory.right[3 * k + 2]);
    double largest = 0;
    for (std::size_t b = 0; b < bodies.list.size(); ++b) {
        memory.step[b] = memory.inverse[b] * memory.step[b];
        largest = std::max(largest, memory.step[b].norm());
    }
    double slope = 0;
    forOwnLevers(bodies, [&](const Pull& pull, const Lever& lever) {
        slope += pull.weight * lever.arm.cross(pull.error()).dot(memory.step[lever.body]);
    });
    if (bodies.slides)
        for (const Pull& pull : bodies.pulls) slope += pull.weight * pull.error().dot(slide);
    const double share = std::min(1.0, kBodyNewtonLargestStep / std::max(largest, 1e-300));
    if (share < 1) {
        for (Vec3& step : memory.step) step *= share;
        slide *= share;
    }
    return slope * share * (2 - share);
}

}  // namespace

bool settled(const Bodies& bodies, BodyNewton& memory, double tolerance)
{
    return met(bodies, tolerance) || unrest(bodies, memory.step) <= kBodyNewtonStationary;
}

Outcome newtonOnBodies(const Problem& problem, Bodies& bodies, BodyNewton& memory, double tolerance,
                       int before, int maxIterations, const Watch& watch)
{
    Outcome outcome;
    const double unit = bodies.size > 0 ? bodies.size * bodies.size : 1;
    double damping = kBodyNewtonFirstDamping;
    double cost = bodies.cost();
    for (int it = before;; ++it) {
        outcome.iterations = it;
        outcome.error = std::sqrt(cost);
        if (it > before && watch && !watch.bodies(bodies, it, outcome.error)) {
            outcome.stop = Stop::Cancelled;
            return outcome;
        }
        if (met(bodies, tolerance)) return outcome;
        outcome.stop = Stop::Stagnated;
        const double torque = unrest(bodies, memory.step);
        if (torque <= kBodyNewtonStationary) return outcome;
        if (it >= maxIterations) {
            outcome.stop = Stop::Exhausted;
            return outcome;
        }

        memory.rotations.resize(bodies.list.size());
        for (std::size_t b = 0; b < bodies.list.size(); ++b)
            memory.rotations[b] = bodies.list[b].rotation;
        const Vec3 slideBefore = bodies.slide;
        for (bool better = false; !better;) {
            Vec3 slide;
            // With errors that cannot be removed, directions of no curvature would take the whole
            // step.
            damping = std::max({damping, kBodyNewtonLeastDamping, kFloor * std::sqrt(cost / unit)});
            const double hoped = bodyNewtonStep(bodies, damping * unit,
                                                it - before >= kPlainIterations, memory, slide);
            for (std::size_t b = 0; b < bodies.list.size(); ++b)
                bodies.turn(static_cast<int>(b), memory.step[b]);
            bodies.slide += slide;
            bodies.place(problem);
            const double now = bodies.cost();
            // Near the optimum the cost is flat up to rounding long before the pose is in
            // equilibrium.
            better =
                now < cost * (1 - kBodyNewtonFlat) ||
                (now < cost * (1 + kBodyNewtonFlat) && unrest(bodies, memory.step) < torque / 2);
            if (better) {
                // A step that gained less than predicted had too little damping.
                const double gain = hoped > kBodyNewtonFlat * cost ? (cost - now) / hoped : 1;
                if (gain > 0.75) damping /= 20;
                if (gain < 0.25) damping *= 8;
                cost = now;
                continue;
            }
            for (std::size_t b = 0; b < bodies.list.size(); ++b)
                bodies.list[b].rotation = memory.rotations[b];
            bodies.slide = slideBefore;
            bodies.place(problem);
            damping *= 10;
            if (damping > kBodyNewtonMostDamping) return outcome;
        }
        outcome.stop = Stop::Met;
    }
}

}  // namespace posewright::ik

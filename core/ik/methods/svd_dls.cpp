#include "core/ik/model/joint_space.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/steps/jacobian_steps.h"
#include "core/ik/workspace.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright::ik {
namespace {

constexpr double kMostTurn = std::numbers::pi / 4;  // gamma_max of Buss & Kim, section 4 [rad]

// u_r . right, for singular vector r.
double along(const StepMemory& memory, int rows, int r)
{
    double sum = 0;
    for (int k = 0; k < rows; ++k) sum += memory.basis[k * rows + r] * memory.right[k];
    return sum;
}

double squared(const JointSpace& space, const double* row)
{
    double sum = 0;
    for (int c = 0; c < space.width(); ++c) sum += row[c] * row[c];
    return sum;
}

void svdDlsStep(const Settings&, JointSpace& space, Workspace& workspace)
{
    StepMemory& memory = workspace.of<StepMemory>();
    const double lambda = dlsLambdaSquared(space.distance(), space.size);
    clampErrors(space, dlsClamp(space.size), memory);
    decompose(space.jacobian, space.rows, memory.basis);
    std::ranges::fill(space.step, 0.0);
    for (int r = 0; r < space.rows; ++r) {
        const double* row = space.row(r);
        const double share = along(memory, space.rows, r) / (squared(space, row) + lambda);
        for (int c = 0; c < space.width(); ++c) space.step[c] += share * row[c];
    }
}

void cut(std::span<double> v, double most)
{
    double largest = 0;
    for (double x : v) largest = std::max(largest, std::abs(x));
    if (largest <= most) return;
    for (double& x : v) x *= most / largest;
}

// Gives each singular vector its own largest rotation: N, how far it would move the effectors, over
// M, the sum of how far its joints would move them one by one (Buss & Kim, section 5).
void findSelectiveStep(const Settings&, JointSpace& space, Workspace& workspace)
{
    StepMemory& memory = workspace.of<StepMemory>();
    const int n = space.rows;
    const int width = space.width();
    clampErrors(space, dlsClamp(space.size), memory);
    // How far a unit of each column moves each effector, computed before the decomposition
    // overwrites the Jacobian.
    memory.normal.assign(static_cast<std::size_t>(n / 3) * width, 0.0);
    for (int e = 0; e < n / 3; ++e)
        for (int c = 0; c < width; ++c)
            memory.normal[e * width + c] =
                Vec3(space.row(3 * e)[c], space.row(3 * e + 1)[c], space.row(3 * e + 2)[c]).norm();
    decompose(space.jacobian, space.rows, memory.basis);
    std::ranges::fill(space.step, 0.0);
    for (int r = 0; r < n; ++r) {
        double* row = space.row(r);
        const double sigma = std::sqrt(squared(space, row));
        if (sigma <= 1e-12 * space.size) continue;
        double wanted = 0;
        double spent = 0;
        for (int e = 0; e < n / 3; ++e) {
            const double* u = &memory.basis[3 * e * n + r];
            const std::ptrdiff_t next = n;
            wanted += std::sqrt(u[0] * u[0] + u[next] * u[next] + u[2 * next] * u[2 * next]);
            for (int c = 0; c < width; ++c)
                spent += std::abs(row[c]) / sigma * memory.normal[e * width + c];
        }
        const double most = kMostTurn * std::min(1.0, wanted * sigma / std::max(spent, 1e-300));
        const double share = along(memory, space.rows, r) / (sigma * sigma);
        for (int c = 0; c < width; ++c) row[c] *= share;
        cut({row, static_cast<std::size_t>(width)}, most);
        for (int c = 0; c < width; ++c) space.step[c] += row[c];
    }
    cut(space.step, kMostTurn);
}

Outcome svdDlsInSpace(const Problem& problem, const Settings& settings, Workspace& workspace,
                      Solution& out)
{
    return followSteps(problem, settings, workspace, out,
                       settings.selective ? findSelectiveStep : svdDlsStep);
}

}  // namespace

/// The same step by singular values: Maciejewski & Klein, Numerical filtering for the operation of
/// robotic manipulators through kinematically singular configurations, 1988. With
/// settings.selective each singular vector has its own damping: Buss & Kim 2005, section 5.
void solveSvdDls(const Problem& problem, const Settings& settings, Workspace& workspace,
                 Solution& out)
{
    runSpaces(problem, settings, workspace, out, {nullptr, svdDlsInSpace});
}

}  // namespace posewright::ik

#include "core/ik/steps/jacobian_steps.h"

#include "core/ik/steps/cholesky.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

// Cosine below which rows count as orthogonal; a few roundings.
constexpr double kOrthogonal = 1e-15;

}  // namespace

void clampErrors(const JointSpace& space, double most, StepMemory& memory)
{
    memory.right.assign(space.error.begin(), space.error.end());
    for (int r = 0; r < space.rows; r += 3) {
        Eigen::Map<Vec3> e(&memory.right[r]);
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

void dampedStep(JointSpace& space, double lambdaSquared, StepMemory& memory)
{
    const int n = space.rows;
    const int width = space.width();
    memory.normal.resize(static_cast<std::size_t>(n) * n);
    memory.least.resize(n);
    for (int r = 0; r < n; ++r)
        for (int c = 0; c <= r; ++c) {
            double sum = r == c ? lambdaSquared : 0;
            const double* a = space.row(r);
            const double* b = space.row(c);
            for (int k = 0; k < width; ++k) sum += a[k] * b[k];
            memory.normal[c * n + r] = sum;
            // Below this, what remains of a row after projecting out the others is rounding.
            if (r == c) memory.least[r] = std::max(1e-3 * lambdaSquared, 1e-15 * sum);
        }
    factor<0, Diagonal::Roots>(memory.normal.data(), n, [&](int row, double rest) {
        return std::max(rest, memory.least[row]);
    });
    auto& f = memory.right;
    solveFactored<0, Diagonal::Roots>(memory.normal.data(), f.data(), n);
    std::ranges::fill(space.step, 0.0);
    for (int r = 0; r < n; ++r) {
        const double* a = space.row(r);
        for (int k = 0; k < width; ++k) space.step[k] += f[r] * a[k];
    }
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

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

/// Cholesky factorisation of small dense matrices, stored as row-major upper triangles. Not
/// interchangeable with Eigen's, which sums in another order and differs in the last bits.
namespace posewright::ik {

/// What the factor's diagonal stores: its entries, or their inverses, which saves divisions.
enum class Diagonal { Roots, Inverses };

/// Factors the n x n matrix `a` in place. N is `size` if known at compile time, which unrolls the
/// loops, else 0. `pivot(row, rest)` maps what is left of a diagonal entry to the square of the
/// factor's entry; if that is not positive, the result is false.
template <int N, Diagonal kDiagonal, class Pivot>
bool factor(double* a, int size, Pivot pivot)
{
    const int n = N > 0 ? N : size;
    for (int r = 0; r < n; ++r) {
        double* const row = a + static_cast<std::ptrdiff_t>(r) * n;
        const double square = pivot(r, row[r]);
        if (!(square > 0)) return false;
        const double root = std::sqrt(square);
        const double inverse = 1 / root;
        row[r] = kDiagonal == Diagonal::Inverses ? inverse : root;
        for (int c = r + 1; c < n; ++c)
            row[c] = kDiagonal == Diagonal::Inverses ? row[c] * inverse : row[c] / root;
        for (int below = r + 1; below < n; ++below) {
            double* const rest = a + static_cast<std::ptrdiff_t>(below) * n;
            const double share = row[below];
            for (int c = below; c < n; ++c) rest[c] -= share * row[c];
        }
    }
    return true;
}

/// Solves with the factor; replaces the right-hand side by the solution.
template <int N, Diagonal kDiagonal>
void solveFactored(const double* a, double* right, int size)
{
    const int n = N > 0 ? N : size;
    // Copied to a small array, so that it can stay in registers.
    [[maybe_unused]] std::array<double, N> few;
    double* const x = N > 0 ? few.data() : right;
    if constexpr (N > 0) std::copy_n(right, N, x);
    const auto divided = [&](int r) {
        const double diagonal = a[static_cast<std::ptrdiff_t>(r) * n + r];
        return kDiagonal == Diagonal::Inverses ? x[r] * diagonal : x[r] / diagonal;
    };
    for (int r = 0; r < n; ++r) {
        const double* const row = a + static_cast<std::ptrdiff_t>(r) * n;
        x[r] = divided(r);
        for (int c = r + 1; c < n; ++c) x[c] -= row[c] * x[r];
    }
    for (int r = n; r-- > 0;) {
        const double* const row = a + static_cast<std::ptrdiff_t>(r) * n;
        for (int c = r + 1; c < n; ++c) x[r] -= row[c] * x[c];
        x[r] = divided(r);
    }
    if constexpr (N > 0) std::copy_n(x, N, right);
}

/// The pivot of plain Cholesky.
inline double pivotAsItIs(int /*row*/, double rest)
{
    return rest;
}

}  // namespace posewright::ik

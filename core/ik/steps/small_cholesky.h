#pragma once

#include <cmath>

namespace posewright::ik {

/// Factors the symmetric positive matrix `a` (n x n, rows first, the lower triangle is read) in
/// place. N = n where it is known when compiling, which unrolls the loops, else 0. False: a pivot
/// is not positive.
template <int N>
bool factor(double* a, int size)
{
    const int n = N > 0 ? N : size;
    for (int j = 0; j < n; ++j) {
        double pivot = a[j * n + j];
        for (int k = 0; k < j; ++k) pivot -= a[j * n + k] * a[j * n + k];
        if (!(pivot > 0)) return false;
        const double inverse = 1 / std::sqrt(pivot);
        a[j * n + j] = inverse;  // the diagonal holds inverses
        for (int i = j + 1; i < n; ++i) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = sum * inverse;
        }
    }
    return true;
}

/// Solves with the factor, in place.
template <int N>
void solveFactored(const double* a, double* x, int size)
{
    const int n = N > 0 ? N : size;
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < i; ++k) x[i] -= a[i * n + k] * x[k];
        x[i] *= a[i * n + i];
    }
    for (int i = n - 1; i >= 0; --i) {
        for (int k = i + 1; k < n; ++k) x[i] -= a[k * n + i] * x[k];
        x[i] *= a[i * n + i];
    }
}

}  // namespace posewright::ik

#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace posewright::ik {

/// A symmetric matrix whose entries lie no farther than `width` from the diagonal. Row r holds the
/// columns r - width to r.
class BandMatrix {
public:
    /// Sets all entries to zero; keeps the memory.
    void reset(int size, int width)
    {
        size_ = size;
        width_ = width;
        rows_.assign(static_cast<std::size_t>(size) * (width + 1), 0.0);
    }
    int size() const noexcept { return size_; }
    int width() const noexcept { return width_; }
    double& at(int r, int c)
    {
        return rows_[static_cast<std::size_t>(r) * (width_ + 1) + c - r + width_];
    }

    /// Cholesky factorisation in place, O(size width^2). Calls `goOn` every `width` + 1 rows.
    /// False: not positive definite, or `goOn` returned false.
    bool factor(const std::function<bool()>& goOn)
    {
        for (int r = 0; r < size_; ++r) {
            if (goOn && r % (width_ + 1) == 0 && !goOn()) return false;
            const int from = std::max(0, r - width_);
            for (int c = from; c <= r; ++c) {
                const int begin = std::max(from, c - width_);
                const double rest = at(r, c) - dot(&at(r, begin), &at(c, begin), c - begin);
                if (c < r) {
                    at(r, c) = rest / at(c, c);
                } else {
                    if (!(rest > 0)) return false;
                    at(r, r) = std::sqrt(rest);
                }
            }
        }
        return true;
    }

    /// After factor(): replaces the right-hand side `b` by the solution.
    void solve(std::vector<double>& b)
    {
        for (int r = 0; r < size_; ++r) {
            const int from = std::max(0, r - width_);
            b[r] = (b[r] - dot(&at(r, from), &b[from], r - from)) / at(r, r);
        }
        for (int r = size_; r-- > 0;) {
            b[r] /= at(r, r);
            for (int c = std::max(0, r - width_); c < r; ++c) b[c] -= at(r, c) * b[r];
        }
    }

private:
    static double dot(const double* a, const double* b, int count)
    {
        using Row = Eigen::Map<const Eigen::VectorXd>;
        return Row(a, count).dot(Row(b, count));
    }

    int size_ = 0;
    int width_ = 0;
    std::vector<double> rows_;
};

}  // namespace posewright::ik

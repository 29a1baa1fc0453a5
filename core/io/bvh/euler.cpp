#include "core/io/bvh/bvh_writer.h"

#include <cmath>
#include <numbers>

namespace posewright::io::bvh {

namespace {

using Angles = std::array<double, 3>;

constexpr double kTurn = 2 * std::numbers::pi;
/// If the cosine of the middle angle is below this, only the sum of the other two is defined.
constexpr double kLocked = 1e-7;

Angles unrolled(Angles angles, const Angles& previous)
{
    for (int i = 0; i < 3; ++i) angles[i] += kTurn * std::round((previous[i] - angles[i]) / kTurn);
    return angles;
}

double distance(const Angles& a, const Angles& b)
{
    return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]);
}

}  // namespace

std::array<double, 3> eulerNear(const Mat3& m, const std::array<int, 3>& order,
                                const std::array<double, 3>& previous)
{
    const auto [i, j, k] = order;
    const double sign = (j - i + 3) % 3 == 1 ? 1 : -1;  // sign of the permutation
    // The last angle first. The others are computed from what remains after undoing it, so that the
    // three are consistent even if the last one is arbitrary.
    const double cosine = std::sqrt(m(i, i) * m(i, i) + m(i, j) * m(i, j));
    const bool locked = !(cosine > kLocked);
    const double last = locked ? previous[2] : std::atan2(-sign * m(i, j), m(i, i));
    const double c = locked ? std::cos(last) : m(i, i) / cosine;
    const double s = locked ? sign * std::sin(last) : -m(i, j) / cosine;
    // Columns i and j of m * R_k(last)^-1.
    const double nii = c * m(i, i) - s * m(i, j);
    const double nkj = s * m(k, i) + c * m(k, j);
    const double njj = s * m(j, i) + c * m(j, j);
    const Angles one = {std::atan2(sign * nkj, njj), std::atan2(sign * m(i, k), nii), last};
    const Angles first = unrolled(one, previous);
    if (locked) return first;
    const double half = std::numbers::pi;
    const Angles other = unrolled({one[0] + half, half - one[1], one[2] + half}, previous);
    return distance(other, previous) < distance(first, previous) ? other : first;
}

}  // namespace posewright::io::bvh

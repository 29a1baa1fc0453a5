#pragma once

#include "core/ik/limits.h"
#include "tests/support/to_plain.h"

/// By how much rotations break their limits, by the code of plain_figure.h: the solvers, who are
/// measured by it, share none of it. [rad]
namespace posewright::test {

inline double violationOf(const Limit& limit, const Quat& q)
{
    return plain::outside(plainOf(limit), plainOf(q));
}

inline double violationOf(const ik::Joint& joint, const Quat& local)
{
    return plain::outside(plainJoints(std::span(&joint, 1)).front(), plainOf(local), 0);
}

/// The allowed rotation nearest to `q`.
inline Quat clamped(const Limit& limit, Quat q)
{
    ik::clamp(limit, q);
    return q;
}

/// The worst over the joints, and their travels [m] where there are any.
inline double violationOf(std::span<const ik::Joint> joints, std::span<const Quat> rotations,
                          std::span<const double> slides = {})
{
    const std::vector<plain::Joint> all = plainJoints(joints);
    double worst = 0;
    for (std::size_t j = 0; j < all.size(); ++j)
        worst = std::max(
            worst, plain::outside(all[j], plainOf(rotations[j]), slides.empty() ? 0 : slides[j]));
    return worst;
}

}  // namespace posewright::test

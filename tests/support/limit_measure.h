#pragma once

#include "tests/support/to_plain.h"

/// By how much rotations break their limits, by the code of plain_figure.h: the solvers, who are
/// measured by it, share none of it. [rad]
namespace posewright::test {

inline double violationOf(const Limit& limit, const Quat& q)
{
    return plain::outside(plainOf(limit), plainOf(q));
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

#pragma once

#include <array>

namespace posewright::ik {

/// Number `index` (from 1) of the low-discrepancy sequence of a dimension, in (0, 1). Halton, On
/// the efficiency of certain quasi-random sequences of points, Numerische Mathematik 2, 1960.
/// Beyond 32 dimensions the bases repeat with a shifted index.
inline double halton(int index, int dimension)
{
    constexpr std::array kPrimes{2,  3,  5,  7,   11,  13,  17,  19,  23,  29, 31,
                                 37, 41, 43, 47,  53,  59,  61,  67,  71,  73, 79,
                                 83, 89, 97, 101, 103, 107, 109, 113, 127, 131};
    const int base = kPrimes[dimension % kPrimes.size()];
    index += 409 * (dimension / static_cast<int>(kPrimes.size()));
    double value = 0;
    double share = 1;
    for (; index > 0; index /= base) {
        share /= base;
        value += share * (index % base);
    }
    return value;
}

}  // namespace posewright::ik

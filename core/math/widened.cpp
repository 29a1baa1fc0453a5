#include "core/math/widened.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright {

std::vector<double> widened(const std::vector<double>& values, std::ptrdiff_t reach)
{
    const std::ptrdiff_t count = std::ssize(values);
    std::vector<double> most, weights, out;
    most.reserve(values.size());
    out.reserve(values.size());
    const auto clamp = [&](std::ptrdiff_t f) {
        return std::clamp<std::ptrdiff_t>(f, 0, count - 1);
    };
    for (std::ptrdiff_t f = 0; f < count; ++f)
        most.push_back(*std::max_element(values.begin() + clamp(f - reach),
                                         values.begin() + clamp(f + reach) + 1));
    double sum = 0;
    for (std::ptrdiff_t i = -reach; i <= reach; ++i) {
        weights.push_back(1 + std::cos(std::numbers::pi * double(i) / double(reach + 1)));
        sum += weights.back();
    }
    for (std::ptrdiff_t f = 0; f < count; ++f) {
        double mean = 0;
        for (std::ptrdiff_t i = -reach; i <= reach; ++i)
            mean += weights[std::size_t(i + reach)] * most[std::size_t(clamp(f + i))];
        out.push_back(mean / sum);
    }
    return out;
}

}  // namespace posewright

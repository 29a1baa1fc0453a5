#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace posewright::test {

/// The least and the greatest value of each of `width` components, as an accessor states them.
inline nlohmann::json gltfBounds(const std::vector<float>& values, std::size_t width)
{
    nlohmann::json low = nlohmann::json::array(), high = nlohmann::json::array();
    for (std::size_t c = 0; c < width; ++c) {
        float least = values[c], most = values[c];
        for (std::size_t i = c; i < values.size(); i += width) {
            least = std::min(least, values[i]);
            most = std::max(most, values[i]);
        }
        low.push_back(least);
        high.push_back(most);
    }
    return {{"min", low}, {"max", high}};
}

}  // namespace posewright::test

#include "core/io/gltf/carried/carried_places.h"

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

namespace posewright::io::gltf {

void placeAsWritten(Diagnostics& told, const std::vector<AnimationPlace>& animations)
{
    constexpr std::string_view kHead = "#/animations/";
    for (Diagnostic& one : told) {
        if (!one.where.starts_with(kHead)) continue;
        std::size_t row = 0;
        const char* const end = one.where.data() + one.where.size();
        const auto [rest, error] = std::from_chars(one.where.data() + kHead.size(), end, row);
        if (error != std::errc() || row >= animations.size()) continue;
        const AnimationPlace& now = animations[row];
        const std::string tail(rest, end);
        one.where = now.row < 0 ? std::string() : std::string(kHead) + std::to_string(now.row);
        if (now.row >= 0 && now.sameChannels) one.where += tail;
    }
}

}  // namespace posewright::io::gltf

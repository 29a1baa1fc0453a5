#include "core/base/checksum.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace posewright {

namespace {

constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;  // the golden ratio in 64 bits

std::uint64_t mixed(std::uint64_t lane, std::uint64_t word)
{
    return std::rotl(lane ^ word, 29) * kOdd;
}

}  // namespace

void Checksum::mix(const char* block) noexcept
{
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, block + 8 * i, sizeof word);
        lanes_[i] = mixed(lanes_[i], word);
    }
}

void Checksum::add(std::string_view bytes) noexcept
{
    const auto have = static_cast<std::size_t>(size_ % rest_.size());
    size_ += bytes.size();
    if (have > 0) {
        const std::size_t more = std::min(rest_.size() - have, bytes.size());
        std::memcpy(rest_.data() + have, bytes.data(), more);
        bytes.remove_prefix(more);
        if (have + more < rest_.size()) return;
        mix(rest_.data());
    }
    while (bytes.size() >= rest_.size()) {
        mix(bytes.data());
        bytes.remove_prefix(rest_.size());
    }
    std::copy(bytes.begin(), bytes.end(), rest_.begin());
}

std::uint64_t Checksum::value() const noexcept
{
    std::uint64_t sum = size_;
    for (const std::uint64_t lane : lanes_) sum = mixed(sum, lane);
    const std::string_view rest(rest_.data(), static_cast<std::size_t>(size_ % rest_.size()));
    for (const char c : rest) sum = mixed(sum, static_cast<unsigned char>(c));
    return sum ^ sum >> 32U;
}

}  // namespace posewright

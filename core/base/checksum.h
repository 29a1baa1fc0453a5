#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace posewright {

/// A 64-bit checksum of bytes that come in pieces; how they are cut makes no difference. Four lanes
/// of multiply and rotate, as fast as memory. For telling whether bytes are still the same, where a
/// CRC-32 would take longer than the work it checks. Not cryptographic: anyone can make other bytes
/// with the same sum.
class Checksum {
public:
    void add(std::string_view bytes) noexcept;
    std::uint64_t value() const noexcept;

private:
    void mix(const char* block) noexcept;

    std::array<std::uint64_t, 4> lanes_{1, 2, 3, 4};
    std::array<char, 32> rest_{};
    std::uint64_t size_ = 0;
};

}  // namespace posewright

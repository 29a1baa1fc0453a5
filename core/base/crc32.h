#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace posewright {

/// CRC-32 (ISO 3309, as in zip) of bytes that come in pieces. It detects every change within 32
/// neighbouring bits; of other changes it misses one in 4e9. Over 1 GB/s, eight bytes a step (M.
/// Kounavis, F. Berry, A Systematic Approach to Building High Performance Software-Based CRC
/// Generators, ISCC 2005).
class Crc32 {
public:
    void add(std::string_view bytes) noexcept;
    std::uint32_t value() const noexcept { return ~state_; }
    /// Eight digits, lower case.
    std::string text() const;

private:
    std::uint32_t state_ = 0xFFFFFFFFU;
};

}  // namespace posewright

#include "core/base/crc32.h"

#include <array>
#include <bit>
#include <cstring>

namespace posewright {

static_assert(std::endian::native == std::endian::little);

namespace {

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

/// Row n: the effect of a byte on the checksum, n bytes later.
constexpr CrcTables crcTables()
{
    CrcTables tables{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 1U) ? 0xEDB88320U ^ (value >> 1U) : value >> 1U;
        tables[0][i] = value;
    }
    for (std::size_t row = 1; row < 8; ++row)
        for (std::size_t i = 0; i < 256; ++i) {
            const std::uint32_t before = tables[row - 1][i];
            tables[row][i] = tables[0][before & 0xFFU] ^ (before >> 8U);
        }
    return tables;
}

}  // namespace

void Crc32::add(std::string_view bytes) noexcept
{
    static constexpr CrcTables kTables = crcTables();
    std::uint32_t crc = state_;
    while (bytes.size() >= 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, bytes.data(), sizeof eight);
        eight ^= crc;
        crc = 0;
        for (std::size_t i = 0; i < 8; ++i) crc ^= kTables[7 - i][(eight >> (8 * i)) & 0xFFU];
        bytes.remove_prefix(8);
    }
    for (const char c : bytes)
        crc = kTables[0][(crc ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (crc >> 8U);
    state_ = crc;
}

std::string Crc32::text() const
{
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out(8, '0');
    std::uint32_t rest = value();
    for (std::size_t i = out.size(); i-- > 0; rest >>= 4U) out[i] = kHex[rest & 15U];
    return out;
}

}  // namespace posewright

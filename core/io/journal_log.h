#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The journal's file: a line an entry, each with its length and checksum, so that a torn end can
/// be told from a whole one.
namespace posewright::io {

/// CRC-32 (ISO 3309, as in zip).
std::uint32_t crc32(std::string_view bytes) noexcept;

/// `length checksum text\n`. @pre no line end in the text
std::string logLine(std::string_view text);

/// The texts of all lines up to the first one that is not whole.
struct Log {
    std::vector<std::string_view> entries;  ///< into the bytes
    std::size_t whole = 0;                  ///< bytes that they take; the rest is torn
};
Log readLog(std::string_view bytes);

}  // namespace posewright::io

#include "core/io/journal_log.h"

#include <array>
#include <charconv>

namespace posewright::io {

namespace {

constexpr std::array<std::uint32_t, 256> crcTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 1U) ? 0xEDB88320U ^ (value >> 1U) : value >> 1U;
        table[i] = value;
    }
    return table;
}

/// The number at the start of `text`, up to a blank, which goes, too.
bool takeNumber(std::string_view& text, int base, std::uint64_t& value)
{
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (ec != std::errc() || end == text.data() + text.size() || *end != ' ') return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    return true;
}

}  // namespace

std::uint32_t crc32(std::string_view bytes) noexcept
{
    static constexpr auto kTable = crcTable();
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : bytes)
        crc = kTable[(crc ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (crc >> 8U);
    return ~crc;
}

std::string logLine(std::string_view text)
{
    std::array<char, 16> crc{};
    const auto end = std::to_chars(crc.data(), crc.data() + crc.size(), crc32(text), 16).ptr;
    std::string line = std::to_string(text.size());
    line.append(" ").append(crc.data(), end).append(" ").append(text).append("\n");
    return line;
}

Log readLog(std::string_view bytes)
{
    Log log;
    std::string_view rest = bytes;
    while (!rest.empty()) {
        std::uint64_t length = 0;
        std::uint64_t crc = 0;
        if (!takeNumber(rest, 10, length) || !takeNumber(rest, 16, crc)) break;
        if (length >= rest.size() || rest[length] != '\n') break;
        const std::string_view text = rest.substr(0, length);
        if (crc32(text) != crc) break;
        log.entries.push_back(text);
        rest.remove_prefix(length + 1);
        log.whole = bytes.size() - rest.size();
    }
    return log;
}

}  // namespace posewright::io

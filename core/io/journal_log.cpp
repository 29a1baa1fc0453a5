#include "core/io/journal_log.h"

#include "core/base/crc32.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace posewright::io {

namespace {

std::uint32_t crc32(std::string_view bytes) noexcept
{
    Crc32 crc;
    crc.add(bytes);
    return crc.value();
}

/// Takes the number at the start of `text`, and the space after it.
bool takeNumber(std::string_view& text, int base, std::uint64_t& value)
{
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (ec != std::errc() || end == text.data() + text.size() || *end != ' ') return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    return true;
}

/// The text of the line that starts here, if length and checksum match.
std::optional<std::string_view> wholeText(std::string_view line)
{
    std::uint64_t length = 0;
    std::uint64_t crc = 0;
    if (!takeNumber(line, 10, length) || !takeNumber(line, 16, crc) || length > line.size())
        return std::nullopt;
    const std::string_view text = line.substr(0, length);
    return crc32(text) == crc ? std::optional(text) : std::nullopt;
}

}  // namespace

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
        const std::optional<std::string_view> text = wholeText(rest);
        const std::size_t end =
            text ? static_cast<std::size_t>(text->data() - rest.data()) + text->size()
                 : rest.find('\n');
        if (end == std::string_view::npos) {
            log.torn = rest.size();
            break;
        }
        log.ended = end < rest.size();
        // The newline is not in the checksum, so the text is good even if the newline is damaged.
        if (text) log.entries.push_back(*text);
        if (!text || (log.ended && rest[end] != '\n')) ++log.damaged;
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (log.damaged > 0) continue;
        log.whole = bytes.size() - rest.size();
        log.sure = log.entries.size();
    }
    return log;
}

}  // namespace posewright::io

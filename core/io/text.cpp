#include "core/io/text.h"

#include <algorithm>
#include <cstdint>

namespace posewright::io {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// A character at the start of `text`: its code and length; length 0 if it is not UTF-8.
struct Character {
    std::uint32_t code = 0;
    std::size_t length = 0;
};

Character decode(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::uint32_t first = byte(0);
    if (first < 0x80) return {first, 1};
    std::size_t length = 0;
    std::uint32_t code = 0;
    std::uint32_t least = 0;
    if ((first & 0xE0U) == 0xC0U) {
        length = 2, code = first & 0x1FU, least = 0x80;
    } else if ((first & 0xF0U) == 0xE0U) {
        length = 3, code = first & 0x0FU, least = 0x800;
    } else if ((first & 0xF8U) == 0xF0U) {
        length = 4, code = first & 0x07U, least = 0x10000;
    } else {
        return {};
    }
    if (text.size() < length) return {};
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return {};
        code = (code << 6U) | (byte(i) & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < least || surrogate || code > 0x10FFFF) return {};
    return {code, length};
}

/// Characters that move the cursor, change the direction of the surrounding text, or are undefined.
bool isHarmful(std::uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C ||
           (code >= 0x200E && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

int lineAt(std::string_view text, std::size_t offset)
{
    int line = 1;
    offset = std::min(offset, text.size());
    for (std::size_t i = 0; i < offset; ++i) {
        if (text[i] == '\n') ++line;
        if (text[i] == '\r' && !(i + 1 < text.size() && text[i + 1] == '\n')) ++line;
    }
    return line;
}

std::string inQuotes(std::string_view text)
{
    constexpr std::size_t kMost = 40;
    const std::string clean = cleanName(text.substr(0, kMost + 4));
    std::size_t end = 0;
    while (end < clean.size()) {
        const std::size_t next =
            end + std::max<std::size_t>(decode(std::string_view(clean).substr(end)).length, 1);
        if (next > kMost) break;
        end = next;
    }
    const bool cut = end < clean.size() || text.size() > kMost + 4;
    return '"' + clean.substr(0, end) + (cut ? "...\"" : "\"");
}

std::string cleanName(std::string_view name)
{
    std::string clean;
    clean.reserve(name.size());
    while (!name.empty()) {
        const Character c = decode(name);
        if (c.length == 0) {
            const auto byte = static_cast<unsigned char>(name.front());
            if (byte >= 0xA0) {
                clean += static_cast<char>(0xC0U | (byte >> 6U));
                clean += static_cast<char>(0x80U | (byte & 0x3FU));
            } else {
                clean += kReplacement;
            }
            name.remove_prefix(1);
            continue;
        }
        if (c.code == '\t')
            clean += ' ';
        else if (isHarmful(c.code))
            clean += kReplacement;
        else
            clean += name.substr(0, c.length);
        name.remove_prefix(c.length);
    }
    return clean;
}

std::string safeName(std::string_view name)
{
    std::string safe;
    safe.reserve(name.size());
    const std::string clean = cleanName(name);
    for (std::string_view rest = clean; !rest.empty();) {
        const bool replaced = rest.starts_with(kReplacement);
        const char c = rest.front();
        const bool odd = static_cast<unsigned char>(c) <= ' ' ||
                         std::string_view(":.[]/{}").find(c) != std::string_view::npos;
        safe += replaced || odd ? '_' : c;
        rest.remove_prefix(replaced ? kReplacement.size() : 1);
    }
    return safe;
}

std::vector<std::string> safeNames(const std::vector<std::string>& names)
{
    std::vector<std::string> out(names.size());
    std::unordered_set<std::string> taken;
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (safeName(names[i]) == names[i] && taken.insert(names[i]).second)
            out[i] = names[i];
        else
            others.push_back(i);
    std::unordered_map<std::string, int> last;
    for (const std::size_t i : others) {
        const std::string safe = safeName(names[i]);
        out[i] = safe;
        for (int& number = last.try_emplace(safe, 1).first->second; !taken.insert(out[i]).second;)
            out[i] = safe + '_' + std::to_string(++number);
    }
    return out;
}

std::string percentEncoded(std::string_view name)
{
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                           (c >= 'a' && c <= 'z') || c == '-' || c == '_' || c == '.' || c == '~';
        if (plain)
            out += c;
        else
            out.append({'%', kHex[byte >> 4U], kHex[byte & 15U]});
    }
    return out;
}

std::string UniqueNames::make(const std::string& name)
{
    if (taken_.insert(name).second) return name;
    for (int& i = last_.try_emplace(name, 1).first->second;;) {
        std::string candidate = name + '.' + std::to_string(++i);
        if (taken_.insert(candidate).second) return candidate;
    }
}

}  // namespace posewright::io

#include "core/base/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace posewright {

namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<int, 256> kSixBits = [] {
    std::array<int, 256> out{};
    out.fill(-1);
    int next = 0;
    for (const char c : kDigits) out[static_cast<unsigned char>(c)] = next++;
    return out;
}();

int hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

}  // namespace

std::string toBase64(std::string_view bytes)
{
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = (bits << 8U) | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= count ? kDigits[(bits >> (18 - 6 * k)) & 63U] : '=';
    }
    return text;
}

std::optional<std::string> fromBase64(std::string_view text)
{
    for (int i = 0; i < 2 && !text.empty() && text.back() == '='; ++i) text.remove_suffix(1);
    if (text.size() % 4 == 1) return std::nullopt;
    std::string bytes(text.size() / 4 * 3 + (text.size() % 4 + 1) / 2, '\0');
    std::uint32_t bits = 0;
    int have = 0;
    int wrong = 0;
    char* to = bytes.data();
    for (const char c : text) {
        const int six = kSixBits[static_cast<unsigned char>(c)];
        wrong |= six;  // negative once a character is invalid
        bits = (bits << 6U) | (static_cast<std::uint32_t>(six) & 63U);
        have += 6;
        if (have < 8) continue;
        have -= 8;
        *to++ = static_cast<char>((bits >> have) & 0xFFU);
    }
    if (wrong < 0) return std::nullopt;
    bytes.resize(static_cast<std::size_t>(to - bytes.data()));
    return bytes;
}

std::optional<std::string> fromPercent(std::string_view text)
{
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            bytes += text[i];
            continue;
        }
        if (text.size() - i < 3) return std::nullopt;
        const int high = hex(text[i + 1]);
        const int low = hex(text[i + 2]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return bytes;
}

}  // namespace posewright

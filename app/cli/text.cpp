#include "app/cli/text.h"

#include "core/base/number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace posewright::cli {

namespace {

template <std::size_t N>
std::optional<std::array<double, N>> numbers(std::string_view text)
{
    const std::vector<std::string_view> words = split(text, ',');
    if (words.size() != N) return std::nullopt;
    std::array<double, N> values{};
    for (std::size_t i = 0; i < N; ++i) {
        const std::optional<double> value = toNumber(words[i]);
        if (!value) return std::nullopt;
        values[i] = *value;
    }
    return values;
}

/// Number of characters: bytes that start a UTF-8 sequence.
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::optional<Vec3> toVec3(std::string_view text)
{
    const auto v = numbers<3>(text);
    if (!v) return std::nullopt;
    return Vec3((*v)[0], (*v)[1], (*v)[2]);
}

std::optional<Quat> toQuat(std::string_view text)
{
    const auto v = numbers<4>(text);
    if (!v) return std::nullopt;
    const Quat q((*v)[3], (*v)[0], (*v)[1], (*v)[2]);
    if (std::abs(q.norm() - 1) > 1e-3) return std::nullopt;
    return q.normalized();
}

std::vector<std::string> wrapped(std::string_view text, std::size_t most)
{
    std::vector<std::string> lines;
    for (const std::string_view word : split(text, ' ')) {
        if (lines.empty() || width(lines.back()) + 1 + width(word) > most)
            lines.emplace_back(word);
        else
            (lines.back() += ' ') += word;
    }
    return lines;
}

std::string table(const std::vector<std::vector<std::string>>& rows)
{
    std::vector<std::size_t> widths;
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (widths.size() <= i) widths.push_back(0);
            widths[i] = std::max(widths[i], width(row[i]));
        }
    std::string out;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string pad(widths[i] - width(row[i]), ' ');
            const bool right = i > 0 && toNumber(row[i]);
            line += right ? pad + row[i] : row[i] + pad;
            line += "  ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
    }
    return out;
}

}  // namespace posewright::cli

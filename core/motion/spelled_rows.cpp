#include "core/base/digit_pairs.h"
#include "core/motion/spelled_checks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace posewright {

namespace {

constexpr std::uint64_t kOtherCell = 63;
/// The longest text of a cell: a sign, 22 decimals, a point and 17 digits.
constexpr std::size_t kLongestCell = 48;

constexpr std::array<double, kMostDecimals + 1> kPowers = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

std::uint64_t decimalsOf(std::uint64_t cell)
{
    return cell >> 58U;
}
bool isNegative(std::uint64_t cell)
{
    return (cell >> 57U & 1U) != 0;
}
std::uint64_t digitsOf(std::uint64_t cell)
{
    return cell & kMostDigits;
}

/// Writes a cell other than kOtherCell; returns the end.
char* spell(std::uint64_t cell, char* out)
{
    // Backwards from the last digit, two at a time while both are on the same side of the point.
    std::array<char, kLongestCell> buffer;
    char* const end = buffer.data() + buffer.size();
    char* p = end;
    std::uint64_t digits = digitsOf(cell);
    auto decimals = static_cast<int>(decimalsOf(cell));
    const auto two = [&] {
        p -= 2;
        std::memcpy(p, kDigitPairs.data() + 2 * (digits % 100), 2);
        digits /= 100;
    };
    const auto one = [&] {
        *--p = static_cast<char>('0' + digits % 10);
        digits /= 10;
    };
    if (decimals > 0) {
        for (; decimals >= 2; decimals -= 2) two();
        if (decimals == 1) one();
        *--p = '.';
    }
    while (digits >= 100) two();
    if (digits >= 10)
        two();
    else
        one();
    if (isNegative(cell)) *--p = '-';
    const auto length = static_cast<std::size_t>(end - p);
    std::memcpy(out, p, length);
    return out + length;
}

bool isSafe(const SpelledRows& rows, std::uint64_t cell)
{
    if (decimalsOf(cell) != kOtherCell) return decimalsOf(cell) <= kMostDecimals;
    return digitsOf(cell) < rows.others.size() && !isNegative(cell);
}

void appendOther(double value, std::string& text)
{
    std::array<char, 400> buffer;
    const auto [end, ec] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                         std::chars_format::fixed);
    if (ec == std::errc()) text.append(buffer.data(), end);
}

const SpelledRows::OddRow* oddFrom(const SpelledRows& rows, std::size_t row)
{
    const auto at = std::lower_bound(
        rows.oddRows.begin(), rows.oddRows.end(), row,
        [](const SpelledRows::OddRow& odd, std::size_t wanted) { return odd.row < wanted; });
    return rows.oddRows.data() + (at - rows.oddRows.begin());
}

}  // namespace

double valueOf(const SpelledRows& rows, std::size_t row, int column)
{
    const std::uint64_t cell = rows.cell(row, column);
    const std::uint64_t digits = digitsOf(cell);
    const std::uint64_t decimals = decimalsOf(cell);
    if (decimals == kOtherCell) return rows.others[digits];
    double value = 0;
    if (digits < std::uint64_t{1} << 53U) {
        // Both are exact, so the division rounds only once: Clinger, How to Read Floating Point
        // Numbers Accurately, PLDI 1990.
        value = static_cast<double>(digits) / kPowers[decimals];
    } else {
        std::array<char, kLongestCell> text;
        const char* const end =
            spell(cellOf(false, digits, static_cast<int>(decimals)), text.data());
        std::from_chars(text.data(), end, value);
    }
    return isNegative(cell) ? -value : value;
}

void appendNumber(const SpelledRows& rows, std::size_t row, int column, std::string& text)
{
    const std::uint64_t cell = rows.cell(row, column);
    if (decimalsOf(cell) == kOtherCell) return appendOther(rows.others[digitsOf(cell)], text);
    std::array<char, kLongestCell> buffer;
    text.append(buffer.data(), spell(cell, buffer.data()));
}

void appendRows(const SpelledRows& rows, std::size_t first, std::size_t last, std::string& text)
{
    const auto columns = static_cast<std::size_t>(rows.columns);
    const SpelledRows::OddRow* odd = oddFrom(rows, first);
    const SpelledRows::OddRow* const noneLeft = rows.oddRows.data() + rows.oddRows.size();
    std::vector<char> line(rows.before.size() + columns * (kLongestCell + rows.between.size()));
    for (; first < last; ++first) {
        if (odd != noneLeft && odd->row == first) {
            text.append(rows.oddText, odd->begin, odd->end - odd->begin);
            ++odd;
            continue;
        }
        char* p = line.data();
        const auto put = [&p](const std::string& what) {
            for (const char c : what) *p++ = c;
        };
        const std::uint64_t* cell = rows.cells.data() + first * columns;
        put(rows.before);
        p = spell(*cell++, p);
        for (std::size_t c = 1; c < columns; ++c) {
            put(rows.between);
            p = spell(*cell++, p);
        }
        text.append(line.data(), p);
    }
}

bool isSafe(const SpelledRows& rows)
{
    if (rows.columns < 0 || (rows.columns == 0 && !rows.cells.empty())) return false;
    if (rows.columns > 0 && rows.cells.size() % static_cast<std::size_t>(rows.columns) != 0)
        return false;
    const auto finite = [](double value) { return std::isfinite(value); };
    if (!std::ranges::all_of(rows.others, finite)) return false;
    if (!std::ranges::all_of(rows.cells, [&](std::uint64_t cell) { return isSafe(rows, cell); }))
        return false;
    std::size_t next = 0;
    for (const SpelledRows::OddRow& odd : rows.oddRows) {
        if (odd.row < next || odd.row >= rows.rows()) return false;
        if (odd.begin > odd.end || odd.end > rows.oddText.size()) return false;
        next = odd.row + 1;
    }
    return true;
}

bool isSound(const SpelledRows& rows)
{
    if (!isSafe(rows)) return false;
    const SpelledRows::OddRow* const none = rows.oddRows.data() + rows.oddRows.size();
    for (std::size_t i = 0; i < rows.cells.size(); ++i) {
        if (decimalsOf(rows.cells[i]) != kOtherCell) continue;
        const std::size_t row = i / static_cast<std::size_t>(rows.columns);
        const SpelledRows::OddRow* odd = oddFrom(rows, row);
        if (odd == none || odd->row != row) return false;
    }
    return true;
}

void mend(SpelledRows& rows)
{
    for (double& value : rows.others)
        if (!std::isfinite(value)) value = 0;
    const auto columns = static_cast<std::size_t>(rows.columns);
    for (std::size_t i = 0; i < rows.cells.size(); ++i)
        if (!isSafe(rows, rows.cells[i]))
            rows.cells[i] = i < columns ? cellOf(false, 0, 0) : rows.cells[i - columns];
    rows.oddRows.clear();
    rows.oddText.clear();
}

}  // namespace posewright

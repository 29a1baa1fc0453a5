#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace posewright {

/// Rows of decimal numbers as spelled in a text file: eight bytes each, from which both the double
/// and the exact text can be restored. Used for motion capture, which takes less memory this way
/// than its text.
///
/// A number is `[-]digits[.digits]` of up to 17 digits, with at most 22 behind the point; others
/// (1e-5, +5, .5) are kept as doubles, and their rows as text in addition.
struct SpelledRows {
    /// A row whose text differs from its numbers joined by `before` and `between`.
    struct OddRow {
        std::size_t row = 0;
        std::size_t begin = 0;  ///< of its text in oddText
        std::size_t end = 0;
        bool operator==(const OddRow&) const = default;
    };

    int columns = 0;
    std::vector<std::uint64_t> cells;  ///< row by row: decimals (6 bits), sign (1), digits (57)
    std::vector<double> others;        ///< numbers that do not fit a cell, in order
    std::string before;                ///< text before the first number of a row: a line end
    std::string between;               ///< text between two numbers
    std::vector<OddRow> oddRows;       ///< sorted by row
    std::string oddText;

    bool operator==(const SpelledRows&) const = default;

    std::size_t rows() const { return columns == 0 ? 0 : cells.size() / std::size_t(columns); }
    std::uint64_t cell(std::size_t row, int column) const
    {
        return cells[row * std::size_t(columns) + std::size_t(column)];
    }
};

inline constexpr int kMostDecimals = 22;                                    ///< of a cell
inline constexpr std::uint64_t kMostDigits = (std::uint64_t{1} << 57) - 1;  ///< of a cell

/// The cell of digits / 10^decimals, negated if `negative`. @pre within the bounds above
constexpr std::uint64_t cellOf(bool negative, std::uint64_t digits, int decimals)
{
    return std::uint64_t(decimals) << 58 | std::uint64_t(negative) << 57 | digits;
}

/// The cell that stands for others[index].
constexpr std::uint64_t cellOfOther(std::size_t index)
{
    return std::uint64_t{63} << 58 | index;
}

/// The double nearest to the decimal number, as any correct parser reads it.
double valueOf(const SpelledRows& rows, std::size_t row, int column);

/// Appends a number as it was spelled, or, if it is kept as a double, the shortest text without an
/// exponent that reads back the same.
void appendNumber(const SpelledRows& rows, std::size_t row, int column, std::string& text);

/// Appends the rows [first, last) byte for byte, each with the text before it.
void appendRows(const SpelledRows& rows, std::size_t first, std::size_t last, std::string& text);

/// Are all indices in range, so that the functions above are safe? For rows that come from a file.
bool isSound(const SpelledRows& rows);

}  // namespace posewright

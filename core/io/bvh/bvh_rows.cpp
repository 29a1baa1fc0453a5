#include "core/io/bvh/bvh_rows.h"

#include "core/base/large_block.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fast_float/fast_float.h>
#include <limits>
#include <vector>

namespace posewright::io::bvh {

namespace {

constexpr std::ptrdiff_t kMostRead = 19;  ///< digits that fit in 64 bits

bool isRowSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
bool isRowEnd(char c)
{
    return c == '\n' || c == '\r';
}
unsigned digitOf(char c)
{
    return static_cast<unsigned>(static_cast<unsigned char>(c)) - '0';
}

bool holdsLineEnd(std::string_view text)
{
    return std::any_of(text.begin(), text.end(), isRowEnd);
}

/// kMaxCoordinate by number of decimals, as an integer, as far as digits can exceed it.
constexpr std::array<std::uint64_t, 9> kMostCoordinate = [] {
    std::array<std::uint64_t, 9> most{};
    std::uint64_t bound = static_cast<std::uint64_t>(kMaxCoordinate);
    for (std::uint64_t& m : most) {
        m = bound;
        bound *= 10;
    }
    return most;
}();

/// Reads a number that fits in a cell at `p`; null if it is none. Stops at the latest at a byte
/// that is no digit, sign or point.
const char* readCell(const char* p, std::uint64_t& cell)
{
    const bool negative = *p == '-';
    if (negative) ++p;
    const char* const first = p;
    std::uint64_t digits = 0;
    for (unsigned d = digitOf(*p); d < 10; d = digitOf(*++p)) digits = digits * 10 + d;
    const std::ptrdiff_t whole = p - first;
    if (whole == 0 || (whole > 1 && *first == '0')) return nullptr;
    std::ptrdiff_t decimals = 0;
    if (*p == '.') {
        const char* const point = p;
        ++p;
        for (unsigned d = digitOf(*p); d < 10; d = digitOf(*++p)) digits = digits * 10 + d;
        decimals = p - point - 1;
        if (decimals == 0) return nullptr;
    }
    // With so few digits nothing overflowed; a zero before the point does not count.
    if (decimals + (*first == '0' ? 0 : whole) > kMostRead || decimals > kMostDecimals ||
        digits > kMostDigits)
        return nullptr;
    cell = cellOf(negative, digits, static_cast<int>(decimals));
    return p;
}

class RowParser {
public:
    RowParser(Window& window, const Header& header, Rows& rows,
              const std::vector<std::size_t>* only) :
        window_(window),
        header_(header), rows_(rows), numbers_(rows.numbers), only_(only),
        p_(window.begin() + (header.motion - window.offset())), rowBegin_(p_)
    {
        for (const Joint& joint : header.joints) {
            turning_ += joint.turns() ? 1 : 0;
            for (const Channel c : joint.channels) isPosition_.push_back(c < 3);
        }
    }

    std::optional<Refusal> read()
    {
        if (header_.channels == 0) return nothing();
        numbers_.columns = header_.channels;
        if (auto refusal = reserve()) return refusal;
        for (;;) {
            bool whole = true;
            if (auto refusal = readRow(whole)) return refusal;
            if (!whole) break;
        }
        keepTail();
        return {};
    }

private:
    std::size_t at(const char* p) const
    {
        return window_.offset() + static_cast<std::size_t>(p - window_.begin());
    }

    /// Reads on; all pointers are moved along with their bytes.
    bool more()
    {
        const char* const keep = rowBegin_;
        const std::ptrdiff_t place = p_ - keep;
        const std::ptrdiff_t gap = gap_ - keep;
        const bool came = window_.more(keep);
        rowBegin_ = window_.begin();
        p_ = rowBegin_ + place;
        gap_ = rowBegin_ + gap;
        return came;
    }

    /// Reserves memory for the declared rows, but no more than the bytes can hold.
    std::optional<Refusal> reserve()
    {
        const std::size_t bytes = window_.size() - std::min(window_.size(), header_.motion);
        const auto columns = static_cast<std::size_t>(header_.channels);
        const std::size_t possible = bytes / (2 * columns) + 1;
        // A truncated file is worth reading; a count far too large means damage.
        if (header_.frames / 2 > possible)
            return Refusal{"the file says " + std::to_string(header_.frames) +
                               " frames, but what follows cannot hold half of them",
                           header_.framesAt};
        const std::size_t rows = std::min(only_ ? only_->size() + 1 : header_.frames + 1, possible);
        if (rows > kMaxKeys) return {};
        numbers_.cells.reserve(rows * columns);
        preferLargePages(numbers_.cells.data(), rows * columns * sizeof(std::uint64_t));
        return {};
    }

    std::optional<Refusal> readRow(bool& whole)
    {
        odd_ = false;
        for (int column = 0; column < header_.channels; ++column) {
            if (!skipGap(column)) {
                if (column > 0) rows_.partial = rowStart_;
                rows_.partialValues = column;
                numbers_.cells.resize(numbers_.rows() * std::size_t(header_.channels));
                whole = false;
                return {};
            }
            if (column == 0 && rows_.count > 0 && !holdsLineEnd(gap())) unevenAt(rowStart_);
            if (column == 0) rowStart_ = at(p_);
            if (auto refusal = readNumber(column)) return refusal;
        }
        ++rows_.count;
        if (rows_.count * std::max<std::size_t>(turning_, 1) > kMaxKeys)
            return Refusal{"there are more than " + std::to_string(kMaxKeys) + " keys", rowStart_};
        if (only_)
            dropUnwanted();
        else if (odd_)
            keepOdd(rows_.count - 1);
        rowBegin_ = p_;
        return {};
    }

    void dropUnwanted()
    {
        const std::size_t kept = numbers_.rows() - 1;
        if (kept < only_->size() && (*only_)[kept] == rows_.count - 1) return;
        numbers_.cells.resize(kept * std::size_t(header_.channels));
    }

    std::string_view gap() const { return {gap_, static_cast<std::size_t>(p_ - gap_)}; }

    void unevenAt(std::size_t place)
    {
        if (!rows_.uneven) rows_.uneven = place;
    }

    /// Skips to the next number; false if there is none. Compares the gap with the layout.
    bool skipGap(int column)
    {
        gap_ = p_;
        const std::string& usual = column == 0 ? numbers_.before : numbers_.between;
        const auto length = static_cast<std::ptrdiff_t>(usual.size());
        if (length > 0 && window_.end() - p_ > length && *p_ == usual.front() &&
            (length == 1 || std::memcmp(p_, usual.data(), usual.size()) == 0) &&
            !isRowSpace(p_[length])) {
            p_ += length;
            return true;
        }
        for (;;) {
            while (isRowSpace(*p_)) ++p_;
            if (p_ != window_.end()) break;
            if (!more()) return false;
        }
        if (gap() != usual) noteGap(column);
        return true;
    }

    void noteGap(int column)
    {
        const std::size_t row = rows_.count;
        if (column > 0) {
            if (holdsLineEnd(gap())) unevenAt(rowStart_);
            if (row == 0 && column == 1 && !gap().empty())
                numbers_.between = gap();
            else
                odd_ = true;
            return;
        }
        if (row == 0) {
            numbers_.before = gap();
        } else if (row == 1) {
            // The text before the first row follows the header and often differs.
            if (numbers_.oddRows.empty() && !only_) {
                std::string first;
                appendRows(numbers_, 0, 1, first);
                keepOdd(0, first);
            }
            numbers_.before = gap();
        } else {
            odd_ = true;
        }
    }

    void keepOdd(std::size_t row, std::string_view text)
    {
        const std::size_t begin = numbers_.oddText.size();
        numbers_.oddText += text;
        numbers_.oddRows.push_back({row, begin, numbers_.oddText.size()});
    }
    void keepOdd(std::size_t row)
    {
        keepOdd(row, {rowBegin_, static_cast<std::size_t>(p_ - rowBegin_)});
    }

    std::optional<Refusal> readNumber(int column)
    {
        std::uint64_t cell = 0;
        const char* const next = readCell(p_, cell);
        // At the end of the window the number may continue.
        if (next == nullptr || !isRowSpace(*next)) return readAnyNumber(column);
        if (isPosition_[std::size_t(column)]) {
            const auto decimals = static_cast<std::size_t>(cell >> 58U);
            if (decimals < kMostCoordinate.size() &&
                (cell & kMostDigits) > kMostCoordinate[decimals])
                return Refusal{"the number is out of range", at(p_)};
        }
        numbers_.cells.push_back(cell);
        p_ = next;
        return {};
    }

    /// Reads a number of any spelling and length.
    std::optional<Refusal> readAnyNumber(int column)
    {
        std::ptrdiff_t length = 0;
        for (;;) {
            while (p_ + length != window_.end() && !isRowSpace(p_[length])) ++length;
            if (p_ + length != window_.end() || !more()) break;
        }
        const char* const end = p_ + length;
        const char* const start = *p_ == '+' && length > 1 && p_[1] != '-' ? p_ + 1 : p_;
        double value = 0;
        const auto [next, ec] = fast_float::from_chars(start, end, value);
        if (ec != std::errc() || next != end) return badNumber(column, length);
        if (!(std::abs(value) <= (isPosition_[std::size_t(column)]
                                      ? kMaxCoordinate
                                      : std::numeric_limits<double>::max())))
            return Refusal{"the number is out of range", at(p_)};
        // readCell stops at the NUL after the last byte, or at a space.
        std::uint64_t cell = 0;
        if (readCell(p_, cell) == end) {
            numbers_.cells.push_back(cell);
        } else {
            numbers_.cells.push_back(cellOfOther(numbers_.others.size()));
            numbers_.others.push_back(value);
            odd_ = true;
        }
        p_ = end;
        return {};
    }

    std::optional<Refusal> badNumber(int column, std::ptrdiff_t length) const
    {
        const std::string shown = inQuotes({p_, static_cast<std::size_t>(length)});
        if (column == 0) return Refusal{"expected a row of numbers, but there is " + shown, at(p_)};
        return Refusal{"expected a number, but there is " + shown, at(p_)};
    }

    std::optional<Refusal> nothing()
    {
        gap_ = p_;
        for (;;) {
            while (isRowSpace(*p_)) ++p_;
            if (p_ != window_.end())
                return Refusal{"there are numbers, but no joint has channels", at(p_)};
            if (!more()) break;
        }
        rows_.tail = gap();
        return {};
    }

    void keepTail()
    {
        // An incomplete row was read up to the end of the file.
        rows_.tail.assign(rowBegin_, static_cast<std::size_t>(window_.end() - rowBegin_));
    }

    Window& window_;
    const Header& header_;
    Rows& rows_;
    SpelledRows& numbers_;
    const std::vector<std::size_t>* only_;
    std::vector<char> isPosition_;
    std::size_t turning_ = 0;
    const char* p_;
    const char* rowBegin_;       ///< end of the previous row
    const char* gap_ = nullptr;  ///< start of the gap before the number at p_
    std::size_t rowStart_ = 0;   ///< byte of the row's first number
    bool odd_ = false;           ///< the row differs from the layout
};

}  // namespace

std::optional<Refusal> readRows(Window& window, const Header& header, Rows& rows,
                                const std::vector<std::size_t>* only)
{
    auto refusal = RowParser(window, header, rows, only).read();
    rows.failed = window.failed();
    return refusal;
}

}  // namespace posewright::io::bvh

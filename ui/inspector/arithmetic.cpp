#include "ui/inspector/arithmetic.h"

#include "core/base/number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

namespace posewright::ui {

namespace {

constexpr std::array kLengths{Unit{"mm", 0.001}, Unit{"cm", 0.01},   Unit{"m", 1},
                              Unit{"km", 1000},  Unit{"in", 0.0254}, Unit{"ft", 0.3048}};
constexpr std::array kAngles{Unit{"deg", 1}, Unit{"\u00b0", 1}, Unit{"rad", 180 / std::numbers::pi},
                             Unit{"turn", 360}};

/// Deepest nesting of brackets and signs that is accepted.
constexpr int kDeepest = 64;

/// Recursive descent: sum > product > factor. `at_` is the next character.
class Reader {
public:
    Reader(std::string_view text, std::span<const Unit> units) : text_(text), units_(units) {}

    std::optional<double> whole()
    {
        const std::optional<double> value = sum(0);
        skip();
        if (!value || at_ != text_.size() || !std::isfinite(*value)) return {};
        return value;
    }

private:
    void skip()
    {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    bool take(char c)
    {
        skip();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    std::optional<double> sum(int depth)
    {
        std::optional<double> left = product(depth);
        while (left) {
            const bool plus = take('+');
            if (!plus && !take('-')) return left;
            const std::optional<double> right = product(depth);
            if (!right) return {};
            left = plus ? *left + *right : *left - *right;
        }
        return left;
    }
    std::optional<double> product(int depth)
    {
        std::optional<double> left = factor(depth);
        while (left) {
            const bool times = take('*');
            if (!times && !take('/')) return left;
            const std::optional<double> right = factor(depth);
            if (!right) return {};
            left = times ? *left * *right : *left / *right;
        }
        return left;
    }
    std::optional<double> factor(int depth)
    {
        if (depth > kDeepest) return {};
        if (take('-')) {
            const std::optional<double> value = factor(depth + 1);
            return value ? std::optional(-*value) : std::nullopt;
        }
        if (take('+')) return factor(depth + 1);
        if (take('(')) {
            const std::optional<double> value = sum(depth + 1);
            return value && take(')') ? withUnit(*value) : std::nullopt;
        }
        return number();
    }
    std::optional<double> number()
    {
        skip();
        std::string digits;
        const auto digit = [&](std::size_t i) {
            return i < text_.size() && text_[i] >= '0' && text_[i] <= '9';
        };
        while (digit(at_) || (at_ < text_.size() && (text_[at_] == '.' || text_[at_] == ','))) {
            digits += text_[at_] == ',' ? '.' : text_[at_];
            ++at_;
        }
        if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
            const std::size_t sign = at_ + 1;
            const bool signs = sign < text_.size() && (text_[sign] == '-' || text_[sign] == '+');
            if (digit(sign + (signs ? 1 : 0))) {
                digits += 'e';
                if (signs && text_[sign] == '-') digits += '-';
                at_ = sign + (signs ? 1 : 0);
                while (digit(at_)) digits += text_[at_++];
            }
        }
        if (!digits.empty() && digits.back() == '.') digits += '0';
        const std::optional<double> value = toNumber(digits);
        return value ? withUnit(*value) : std::nullopt;
    }
    std::optional<double> withUnit(double value)
    {
        skip();
        std::size_t end = at_;
        const auto inWord = [&](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                   static_cast<unsigned char>(c) >= 0x80;
        };
        while (end < text_.size() && inWord(text_[end])) ++end;
        if (end == at_) return value;
        const std::string_view word = text_.substr(at_, end - at_);
        const auto unit = std::find_if(units_.begin(), units_.end(),
                                       [&](const Unit& u) { return u.name == word; });
        if (unit == units_.end()) return {};
        at_ = end;
        return value * unit->factor;
    }

    std::string_view text_;
    std::span<const Unit> units_;
    std::size_t at_ = 0;
};

}  // namespace

std::span<const Unit> lengthUnits() noexcept
{
    return kLengths;
}

std::span<const Unit> angleUnits() noexcept
{
    return kAngles;
}

std::optional<double> calculate(std::string_view text, std::span<const Unit> units)
{
    return Reader(text, units).whole();
}

}  // namespace posewright::ui

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace posewright {

/// The shortest text that reads back as the same double, with a decimal point in every locale.
std::string toText(double value);

/// As toText, but never in exponent form, and with at most `decimals` digits after the point.
std::string toFixed(double value, int decimals);

/// The double that the whole of `text` spells; nullopt if any character is left over or the value
/// is not finite.
std::optional<double> toNumber(std::string_view text);

/// The int that the whole of `text` spells; nullopt if any character is left over or it is out of
/// range.
std::optional<int> toInteger(std::string_view text);

}  // namespace posewright

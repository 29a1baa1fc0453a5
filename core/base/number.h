#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace posewright {

/// The shortest text that reads back to the same double, with a point in every locale.
std::string toText(double value);

/// As toText, never in exponent form, with at most `decimals` digits after the point.
std::string toFixed(double value, int decimals);

/// The double that the whole of `text` spells; nothing if any character is left over, or where the
/// value is not finite.
std::optional<double> toNumber(std::string_view text);

/// The int that the whole of `text` spells.
std::optional<int> toInteger(std::string_view text);

}  // namespace posewright

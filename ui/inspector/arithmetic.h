#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace posewright::ui {

/// A unit suffix and its factor.
struct Unit {
    std::string_view name;
    double factor = 1;
};

/// Lengths, in [m]: mm cm m km in ft.
std::span<const Unit> lengthUnits() noexcept;
/// Angles, in [deg]: deg ° rad turn.
std::span<const Unit> angleUnits() noexcept;

/// Evaluates "1+2/3", "12cm" or "(2 m - 3 ft)/2": numbers, each with an optional unit, + - * / and
/// brackets. A point or a comma separates decimals in every locale. Nullopt if it cannot be parsed
/// or is not finite.
std::optional<double> calculate(std::string_view text, std::span<const Unit> units = {});

}  // namespace posewright::ui

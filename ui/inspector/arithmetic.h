#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace posewright::ui {

/// A word that may stand behind a number, and what it multiplies it by.
struct Unit {
    std::string_view name;
    double factor = 1;
};

/// Lengths, in [m]: mm cm m km in ft.
std::span<const Unit> lengthUnits() noexcept;
/// Angles, in [deg]: deg ° rad turn.
std::span<const Unit> angleUnits() noexcept;

/// What "1+2/3", "12cm" or "(2 m - 3 ft)/2" comes to: numbers with + - * / and brackets, each with
/// a unit behind it or none. A point or a comma before the decimals, in every locale. Nothing where
/// it cannot be read, or is not finite.
std::optional<double> calculate(std::string_view text, std::span<const Unit> units = {});

}  // namespace posewright::ui

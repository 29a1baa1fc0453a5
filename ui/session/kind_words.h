#pragma once

#include "core/edit/edit.h"

#include <optional>
#include <span>

namespace posewright::ui {

/// What people read of a kind of constraint; in the context "Inspector", not translated yet.
struct KindWords {
    const char* title;                    ///< over its form
    const char* noOrientation = nullptr;  ///< why its rules have none
    const char* noEase = nullptr;         ///< the same of soft reach
};
KindWords wordsOf(const ConstraintKind& kind);

/// A number of a kind: a row of its form, and a step of the history. Directions have rows of their
/// own.
struct KindNumber {
    enum class Unit { Plain, Length, Angle, Share };

    const char* title;  ///< in the context "Inspector"
    const char* tip;
    const char* name;  ///< of the field: "inspectorDistance"
    const char* step;  ///< "Distance of %1"
    Unit unit;
    double least, most;
    const double* (*of)(const ConstraintKind& kind);  ///< null: the kind has no such number
    std::optional<double> edit::SetTarget::*argument;
};
/// Of all kinds.
std::span<const KindNumber> kindNumbers();

}  // namespace posewright::ui

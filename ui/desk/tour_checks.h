#pragma once

#include "core/document/document.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string_view>

namespace posewright::ui {

class Desk;

/// The input of a check: the window now, and the state when the step or the tour began.
struct TourMoment {
    Desk& desk;
    const Document& before;  ///< when the step began
    double frame = 0;        ///< of the playhead when the step began
    std::size_t clips = 0;   ///< when the tour began
    double played = 0;       ///< frames that went by since the step began
    bool exported = false;   ///< since the step began
    bool copied = false;     ///< since the step began
};

/// A check that a step was done. Each one is a row.
struct TourCheck {
    std::string_view name;
    std::string_view arguments;  ///< names of the required arguments, separated by blanks
    bool (*holds)(const TourMoment&, const nlohmann::json& with);
};

std::span<const TourCheck> tourChecks();
/// Null: there is no check of that name.
const TourCheck* findTourCheck(std::string_view name);

}  // namespace posewright::ui

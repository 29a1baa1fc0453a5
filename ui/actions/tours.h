#pragma once

#include "core/base/result.h"

#include <QString>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace posewright::ui {

/// One step of a tour, and the check that it was done.
struct TourStep {
    QString text;             ///< rich text
    std::string check;        ///< a row of tourChecks()
    nlohmann::json with;      ///< its arguments
    nlohmann::json gestures;  ///< the user's gestures; only for tests, which count them
};

/// A guided tour (resources/tours).
struct Tour {
    std::string id;  ///< its file: "first-walk"
    QString title;
    QString about;      ///< one sentence
    std::string opens;  ///< sample or skeleton to begin with; empty: the open document
    std::vector<TourStep> steps;
    QString end;  ///< rich text, shown at the end
};

/// Parses a tour file. Error: it is invalid; the place is a JSON pointer.
Result<Tour> readTour(std::string id, std::string_view text);

/// In the order of the start page.
const std::vector<Tour>& tours();

}  // namespace posewright::ui

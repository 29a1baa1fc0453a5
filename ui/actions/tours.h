#pragma once

#include "core/base/result.h"

#include <QString>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace posewright::ui {

/// One thing to do, and how the program sees that it was done.
struct TourStep {
    QString text;             ///< rich text
    std::string check;        ///< a row of tourChecks()
    nlohmann::json with;      ///< its arguments
    nlohmann::json gestures;  ///< what a hand does: for tests, which count them
};

/// A way through the program (resources/tours).
struct Tour {
    std::string id;  ///< its file: "first-walk"
    QString title;
    QString about;      ///< one sentence
    std::string opens;  ///< the sample or skeleton that it begins with; empty: what is open
    std::vector<TourStep> steps;
    QString end;  ///< rich text, once all is done
};

/// Of a file's text. Error: it is no tour; the place is a JSON pointer.
Result<Tour> readTour(std::string id, std::string_view text);

/// In the order in which a newcomer wants them.
const std::vector<Tour>& tours();

}  // namespace posewright::ui

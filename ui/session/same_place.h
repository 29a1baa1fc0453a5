#pragma once

#include "core/edit/edit.h"

#include <optional>
#include <string>
#include <vector>

namespace posewright::ui {

/// What edits of one field are about, in words that only compare: before they were made, and after.
/// Nothing for edits that no field makes. A field that is turned again changes the same place where
/// the first edits' `after` is the second ones' `before`.
struct EditPlace {
    std::string before;
    std::string after;
};
std::optional<EditPlace> placeOf(const std::vector<edit::Edit>& edits);

}  // namespace posewright::ui

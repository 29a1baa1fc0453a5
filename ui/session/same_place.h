#pragma once

#include "core/edit/edit.h"

#include <optional>
#include <string>
#include <vector>

namespace posewright::ui {

/// An opaque key for what the edits of a field change, before and after. Two steps of a field
/// changed the same place if the `after` of the first equals the `before` of the second. `placeOf`
/// gives nullopt for edits that no field makes.
struct EditPlace {
    std::string before;
    std::string after;
};
/// The edits without those of spans that were added automatically for keys of targets
/// (core/operate/near_key.h).
std::vector<edit::Edit> withoutSpansOfKeys(const std::vector<edit::Edit>& edits);

std::optional<EditPlace> placeOf(const std::vector<edit::Edit>& edits);

}  // namespace posewright::ui

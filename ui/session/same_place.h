#pragma once

#include "core/edit/edit.h"

#include <optional>
#include <string>
#include <vector>

namespace posewright::ui {

/// What edits of one field are about, as texts that are only compared: before they were made, and
/// after. Nothing for edits that no field makes. Two steps of a field changed the same place if the
/// `after` of the first is the `before` of the second.
struct EditPlace {
    std::string before;
    std::string after;
};
/// The edits without those of spans that a gesture puts behind the keys of targets
/// (core/operate/near_key.h): nobody asked for these by themselves.
std::vector<edit::Edit> withoutSpansOfKeys(const std::vector<edit::Edit>& edits);

std::optional<EditPlace> placeOf(const std::vector<edit::Edit>& edits);

}  // namespace posewright::ui

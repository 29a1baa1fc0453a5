#pragma once

#include "core/document/document.h"

#include <nlohmann/json_fwd.hpp>

/// A clip's Origin as JSON, for project files and edits.
namespace posewright::edit {

/// Bones of the document are named by id. @pre the motion is one of retarget::keptMotion
nlohmann::json toJson(const Origin& origin);

/// Reads what toJson wrote, and checks that the motion is valid. Error: it is not an origin; its
/// place is a JSON pointer.
Result<Shared<Origin>> originFrom(const nlohmann::json& json);

}  // namespace posewright::edit

#pragma once

#include "core/document/document.h"

#include <nlohmann/json_fwd.hpp>

/// Where a clip came from, as JSON: in project files and in the edits that say so.
namespace posewright::edit {

/// Bones of the document are named by id. @pre the motion is one of retarget::keptMotion
nlohmann::json toJson(const Origin& origin);

/// Reads what toJson wrote. What is read has a valid motion. Error: it is none; its place is a JSON
/// pointer.
Result<Shared<Origin>> originFrom(const nlohmann::json& json);

}  // namespace posewright::edit

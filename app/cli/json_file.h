#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <string>

namespace posewright::cli {

/// The JSON that a file holds. Error: it cannot be read, is no JSON (the place names the line), or
/// has a member twice.
Result<nlohmann::json> readJson(const std::string& file);

}  // namespace posewright::cli

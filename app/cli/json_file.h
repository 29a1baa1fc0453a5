#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <string>

namespace posewright::cli {

/// Reads a JSON file. Error: it cannot be read, is not JSON (the place has the line), or has a
/// duplicate member.
Result<nlohmann::json> readJson(const std::string& file);

}  // namespace posewright::cli

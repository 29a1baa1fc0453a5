#pragma once

#include "core/document/document.h"

#include <nlohmann/json.hpp>

#include <string>

namespace posewright::cli {

/// The contacts that the operation findContacts finds in `before`, and how much feet slide before
/// and after it, as JSON on one line (docs/cli.md).
/// @pre the operation is a findContacts
/// Error: the operation cannot be read; the range is too long.
Result<std::string> contactsReport(const Document& before, const Document& after,
                                   const nlohmann::json& operation);

}  // namespace posewright::cli

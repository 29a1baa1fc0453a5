#pragma once

#include "core/document/document.h"

#include <nlohmann/json.hpp>

#include <string>

namespace posewright::cli {

/// What the operation findContacts found in `before`, as JSON on one line, and how the feet slid
/// before and after it (docs/cli.md).
/// @pre the operation is one of findContacts
/// Error: it cannot be read; the range is too long.
Result<std::string> contactsReport(const Document& before, const Document& after,
                                   const nlohmann::json& operation);

}  // namespace posewright::cli

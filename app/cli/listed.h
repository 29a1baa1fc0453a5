#pragma once

#include "app/cli/command.h"
#include "core/edit/edit.h"

#include <string>
#include <string_view>
#include <vector>

/// A listing of edits or operations, as text or JSON.
namespace posewright::cli {

/// An edit or operation in a listing.
struct Listed {
    std::string_view name;
    std::string_view about;
    std::vector<edit::Argument> arguments;
};
/// In JSON, `[{nameKey, aboutKey, "arguments": [{"name", "kind", "optional"}]}]`.
Exit list(Console& console, std::string_view nameKey, std::string_view aboutKey,
          const std::vector<Listed>& rows, bool json);

}  // namespace posewright::cli

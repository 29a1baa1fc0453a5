#pragma once

#include "app/cli/command.h"
#include "core/export/export.h"

#include <string>

/// The bake report of `bake` and `convert`, for `--report FILE.json` or `FILE.html`.
namespace posewright::cli {

/// Error: the name ends in neither .json nor .html. An empty name is right: none is asked for.
Result<void> checkReport(const std::string& file);

/// Writes the file whole or not at all: HTML for `.html` and `.htm`, else JSON.
/// @param solves a JSON object whose members come first in the JSON; may be empty
Result<void> writeReport(const std::string& file, const exports::BakeReport& report,
                         const std::string& solves = {});

/// As above, after the exported files were written: errors become warnings.
void finishReport(Console& console, const std::string& file,
                  const Result<exports::BakeReport>& report, const std::string& solves = {});

}  // namespace posewright::cli

#pragma once

#include "app/cli/command.h"
#include "core/export/export.h"

#include <string>

/// The bake report of `bake` and `convert`, for `--report FILE.json` or `FILE.html`.
namespace posewright::cli {

/// Whole or as it was, in the form that the file's name says: a page for `.html` and `.htm`, else
/// JSON. @param solves  an object of JSON whose members come first in the JSON; may be empty
Result<void> writeReport(const std::string& file, const exports::BakeReport& report,
                         const std::string& solves = {});

/// As above once what it is about is written and can no longer be taken back: what goes wrong is a
/// warning.
void finishReport(Console& console, const std::string& file,
                  const Result<exports::BakeReport>& report, const std::string& solves = {});

}  // namespace posewright::cli

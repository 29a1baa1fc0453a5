#pragma once

#include "core/export/bake_report.h"
#include "core/export/plan.h"

#include <optional>

namespace posewright::exports {

/// What was written.
struct Exported {
    BakeReport report;  ///< for files that were not examined, only their names and diagnostics
    std::optional<Error> unexamined;  ///< why a written file could not be examined
};

/// Writes the files of `plan`, each one whole or not at all. With `examined`, they are then read
/// back and compared with what was shown; cancelling that keeps the files. Error: as for plan and
/// io::write; files before the one that it names are written.
Result<Exported> exportDocument(const Document& doc, const Options& options,
                                const std::filesystem::path& path, bool examined,
                                const Context& context = {});

}  // namespace posewright::exports

#pragma once

#include "core/export/bake_report.h"
#include "core/export/plan.h"

#include <optional>

namespace posewright::exports {

/// What was written.
struct Exported {
    BakeReport report;  ///< of files that were not examined: their names and diagnostics alone
    std::optional<Error> unexamined;  ///< why a file that is written could not be looked at
};

/// Writes what `plan` says, file by file: each is whole, or as it was. Where `examined`, they are
/// then read back and held against what was shown; who cancels then has the files all the same.
/// Error: as of plan and io::write. Files before the one that it names are written.
Result<Exported> exportDocument(const Document& doc, const Options& options,
                                const std::filesystem::path& path, bool examined,
                                const Context& context = {});

}  // namespace posewright::exports

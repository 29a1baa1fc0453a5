#pragma once

#include "app/cli/environment.h"
#include "core/document/document.h"
#include "core/io/format.h"

#include <optional>
#include <string>

namespace posewright::cli {

/// The document with the clips of a file on its own skeleton, joints matched by name. What the two
/// do not share is said as warnings. The clip that was shown stays so.
/// @param fps  that the clips get, all at their times; empty: their own
/// Error: the file cannot be read, or none of its moving joints is found.
Result<Document> withClipsOf(Console& console, const Document& doc, const std::string& file,
                             const io::ReadOptions& reading, std::optional<double> fps);

/// The document with all its clips at a rate, everything at its time.
Result<Document> atRate(Document doc, double fps);

}  // namespace posewright::cli

#pragma once

#include "app/cli/environment.h"
#include "core/document/document.h"
#include "core/io/format.h"

#include <string>

namespace posewright::cli {

/// The document with the clips of a file on its own skeleton, joints matched by name. What the two
/// do not share is said as warnings. The clip that was shown stays so.
/// @param reading  how the file is read; its clip and its rate are those of what is added
/// Error: the file cannot be read, or none of its moving joints is found.
Result<Document> withClipsOf(Console& console, const Document& doc, const std::string& file,
                             const io::ReadOptions& reading);

}  // namespace posewright::cli

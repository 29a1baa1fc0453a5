#pragma once

#include "app/cli/environment.h"
#include "core/document/document.h"
#include "core/io/format.h"

#include <string>

namespace posewright::cli {

/// The document with the clips of a file on its own skeleton, joints matched by name. Warns about
/// joints that only one of the two has. The active clip stays active.
/// @param reading  how the file is read; clip and rate apply to what is added
/// Error: the file cannot be read, or none of its moving joints is found.
Result<Document> withClipsOf(Console& console, const Document& doc, const std::string& file,
                             const io::ReadOptions& reading);

}  // namespace posewright::cli

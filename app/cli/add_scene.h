#pragma once

#include "app/cli/environment.h"
#include "app/cli/reading.h"
#include "core/document/document.h"
#include "core/io/format.h"

#include <string>

namespace posewright::cli {

/// The document with the nodes of a file added, with the motion of the file's first clip. Warns
/// about parts of the file that are left out, and about its size if it has no unit and none is
/// given.
/// @param reading  what `words` say, but for a unit that is to be guessed
Result<Document> withSceneOf(Console& console, const Document& doc, const std::string& file,
                             const io::ReadOptions& reading, const ReadWords& words);

}  // namespace posewright::cli

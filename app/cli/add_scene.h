#pragma once

#include "app/cli/environment.h"
#include "core/document/document.h"
#include "core/io/format.h"

#include <string>

namespace posewright::cli {

/// The document with the nodes of a file added, with the motion of the file's first clip. Warns
/// about parts of the file that are left out.
Result<Document> withSceneOf(Console& console, const Document& doc, const std::string& file,
                             const io::ReadOptions& reading);

}  // namespace posewright::cli

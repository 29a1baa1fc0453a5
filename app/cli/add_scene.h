#pragma once

#include "app/cli/environment.h"
#include "core/document/document.h"
#include "core/io/format.h"

#include <string>

namespace posewright::cli {

/// The document with the nodes of a file beside its own, and the motion of the first clip there.
/// What of the file does not come along is warned of.
Result<Document> withSceneOf(Console& console, const Document& doc, const std::string& file,
                             const io::ReadOptions& reading);

}  // namespace posewright::cli

#pragma once

#include "app/cli/command.h"
#include "core/base/result.h"
#include "core/document/document.h"

#include <ostream>
#include <string>

namespace posewright::cli {

/// The document without the first frames of its active clip, if these jump into the motion; says
/// which were left out, or warns that none were.
/// @param file  that it is about
/// @param told  where it says so
Result<Document> withoutStart(Console& console, const std::string& file, Document doc,
                              std::ostream& told);

}  // namespace posewright::cli

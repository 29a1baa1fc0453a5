#pragma once

#include "core/document/document.h"
#include "core/export/options.h"

namespace posewright::exports {

/// About how large what is exported becomes, all files together, by counting what goes into it and
/// solving nothing: right within a factor of two, where reduced keys are not asked for. [bytes]
/// O(document + files carried).
double estimatedBytes(const Document& doc, const Options& options);

}  // namespace posewright::exports

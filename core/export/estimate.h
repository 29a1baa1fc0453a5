#pragma once

#include "core/document/document.h"
#include "core/export/options.h"

namespace posewright::exports {

/// Estimated size of all exported files together [bytes], without solving anything. Right within a
/// factor of two, except for reduced keys. O(document + files carried).
double estimatedBytes(const Document& doc, const Options& options);

}  // namespace posewright::exports

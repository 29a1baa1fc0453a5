#pragma once

#include "core/base/result.h"
#include "core/export/plan.h"

namespace posewright::exports {

/// Which known programs misread a file, from measurements. For BVH the writer reports that itself.
/// @param back  the file as read back by other programs' rules
Diagnostics noteReaders(const Document& back, const PlannedFile& file);

}  // namespace posewright::exports

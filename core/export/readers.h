#pragma once

#include "core/base/result.h"
#include "core/export/plan.h"

namespace posewright::exports {

/// Which known programs misread a file, by what was measured of them. Of BVH the writer says so
/// itself. @param back  the file, read back as other programs read it
Diagnostics noteReaders(const Document& back, const PlannedFile& file);

}  // namespace posewright::exports

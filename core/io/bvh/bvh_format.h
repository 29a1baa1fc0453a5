#pragma once

#include "core/io/format.h"

namespace posewright::io::bvh {

/// The row of the format table.
Format bvhFormat() noexcept;

}  // namespace posewright::io::bvh

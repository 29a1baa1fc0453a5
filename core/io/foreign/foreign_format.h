#pragma once

#include "core/io/format.h"

namespace posewright::io::foreign {

/// FBX and COLLADA, converted to GLB by the program posewright-import. That GLB is checked like any
/// other file. Limits: 20 s and 2 GB.
Format fbxFormat() noexcept;
Format colladaFormat() noexcept;

}  // namespace posewright::io::foreign

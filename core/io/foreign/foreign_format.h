#pragma once

#include "core/io/format.h"

namespace posewright::io::foreign {

/// FBX and COLLADA, read by the program posewright-import and only believed as far as the GLB that
/// comes out of it can be: it is checked as any other. It may take 20 s and 2 GB.
Format fbxFormat() noexcept;
Format colladaFormat() noexcept;

}  // namespace posewright::io::foreign

#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

namespace posewright::io::gltf {

/// Which known programs misread a file, from measurements.
/// @param back  the file as read back by other programs' rules
Diagnostics misreadings(const Document& back);

}  // namespace posewright::io::gltf

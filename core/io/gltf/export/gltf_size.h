#pragma once

#include "core/io/format.h"

namespace posewright::io::gltf {

/// Estimated size of a file [bytes], a `.bin` beside it included. O(document + files carried).
double estimatedBytes(const Document& doc, const Outline& outline);

}  // namespace posewright::io::gltf

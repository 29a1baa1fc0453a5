#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

namespace posewright::io {

/// The document with every length multiplied: rest pose, tips, limits that slide, keys of
/// translations with their handles, anchors, meshes and bind poses. Angles and times stay.
/// Error: a length is then too large or too small to be one.
/// @pre factor > 0
Result<Document> scaled(const Document& doc, double factor);

}  // namespace posewright::io

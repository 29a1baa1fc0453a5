#pragma once

#include "core/document/document.h"

namespace posewright::io {

/// The document with every length multiplied: rest pose, tips, limits that slide, keys of
/// translations with their handles, anchors, meshes and bind poses. Angles and times stay.
/// @pre factor > 0
Document scaled(const Document& doc, double factor);

}  // namespace posewright::io

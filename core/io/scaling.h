#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

namespace posewright::io {

/// The far plane of a view without end, which is as far at any scale. [m]
inline constexpr double kEndless = 1e9;

/// The document with every length multiplied: rest pose, tips, limits that slide, keys of
/// translations with their handles, anchors, meshes and bind poses. Angles and times stay. By a
/// factor other than 1 it counts in metres from then on: nothing else is a reason to scale.
/// Error: a length is then too large or too small to be one.
/// @pre factor > 0
Result<Document> scaled(const Document& doc, double factor);

}  // namespace posewright::io

#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

namespace posewright::io {

/// The far plane of an infinite view, which is not scaled. [m]
inline constexpr double kEndless = 1e9;

/// The document with every length multiplied: rest pose, tips, prismatic limits, translation keys
/// with their handles, anchors, meshes and bind poses. Angles and times stay. Unless the factor is
/// 1, its unit becomes metres, the only purpose of scaling. Error: a length would be too large or
/// too small.
/// @param told  gets what of the carried data is lost or not scaled
/// @pre factor > 0
Result<Document> scaled(const Document& doc, double factor, Diagnostics& told);

}  // namespace posewright::io

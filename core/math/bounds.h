#pragma once

namespace posewright {

/// The largest absolute coordinate that a document may hold [m]. Files and edits beyond it are
/// refused.
inline constexpr double kMaxCoordinate = 1e9;

}  // namespace posewright

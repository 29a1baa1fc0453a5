#pragma once

namespace posewright {

/// The largest coordinate that a document may hold, either sign: files beyond it are refused, and
/// edits that lead there.
inline constexpr double kMaxCoordinate = 1e9;

}  // namespace posewright

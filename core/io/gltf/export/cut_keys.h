#pragma once

#include "core/math/range.h"
#include "core/motion/curve.h"
#include "core/motion/rotation_track.h"

#include <optional>

namespace posewright::io::gltf {

/// The keys inside a range of frames, and keys at those of its ends beyond which there are more.
/// Within the range the motion is the same. @pre the curve has keys
Curve keysWithin(const Curve& curve, Range range);

/// Nullopt: the track is cut inside a cubic interval, of which no cubic is an exact part.
std::optional<RotationTrack> keysWithin(const RotationTrack& track, Range range);

}  // namespace posewright::io::gltf

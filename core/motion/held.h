#pragma once

#include "core/motion/clip.h"

#include <span>

/// Keys whose value holds up to the next key.
namespace posewright {

/// Does every key but the last hold, with two keys or more in one curve at least?
bool onlyHolds(std::span<const Shared<Curve>> curves);
bool onlyHolds(const RotationTrack& track);
/// The same of all that is keyed in a track.
bool onlyHolds(const Track& track);

/// Does any key hold a value other than the next key's, between these frames?
bool jumps(std::span<const Shared<Curve>> curves, double first, double last);
bool jumps(const RotationTrack& track, double first, double last);

}  // namespace posewright

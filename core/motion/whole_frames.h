#pragma once

#include "core/motion/clip.h"

/// Files store times of keys as float32, and a change of rate multiplies frames: both leave keys a
/// little beside the whole frames that are meant, where a held key would begin a frame too late.
namespace posewright {

/// The whole frame if nothing but such rounding is between it and this one; else the frame itself.
double wholeIfNear(double frame);

/// Frames times a factor, whole where only rounding is between, unless two would meet then.
/// @param frames  rising
std::vector<double> stretchedFrames(std::vector<double> frames, double factor);

/// The clip with held keys on the whole frames that are meant.
Clip heldOnFrames(const Clip& clip);

/// Frames of its keys, and of the ends of its spans, that are not whole; rising.
std::vector<double> keyFramesBetween(const Clip& clip);

}  // namespace posewright

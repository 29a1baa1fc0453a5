#pragma once

#include "core/motion/clip.h"

/// Keys, re-expressed in other axes.
namespace posewright {

/// A change of axes: keyed rotations q become left * q * right, keyed translations t become place +
/// size * (way * t), keyed scales s become size * s.
struct NewAxes {
    Quat left = Quat::Identity();
    Quat right = Quat::Identity();
    Quat way = Quat::Identity();
    Vec3 place = Vec3::Zero();
    double size = 1;
    Vec3 unkeyed = Vec3::Zero();  ///< the translation, in the old axes, of coordinates without keys
};

/// The track in new axes. Rotations are exact at every frame, and so are translations whose three
/// curves have keys and handles at the same frames. Other translations become linear from each
/// whole frame to the next. Morphs and hints are not changed.
Track turned(const Track& track, const NewAxes& to);

/// Do three curves have keys and handles at the same frames, so that a linear function of their
/// values at a frame is that of their keys?
bool sameTimes(const std::array<Shared<Curve>, 3>& curves);

/// A curve with its values and handles multiplied.
Curve sized(const Curve& curve, double size);

}  // namespace posewright

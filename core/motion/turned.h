#pragma once

#include "core/motion/clip.h"

/// Keys, said in axes other than those that they were said in.
namespace posewright {

/// What becomes of what is keyed: rotations q become left * q * right, places t become way * t.
struct NewAxes {
    Quat left = Quat::Identity();
    Quat right = Quat::Identity();
    Quat way = Quat::Identity();
    Vec3 unkeyed = Vec3::Zero();  ///< the place where an axis has no keys, as it was
};

/// A track whose keys are said anew. Rotations are the same at every frame, and so are places whose
/// three curves have their keys, and their handles in time, at the same frames. Others become
/// straight from one whole frame to the next one. Scales, morphs and hints stay.
Track turned(const Track& track, const NewAxes& to);

}  // namespace posewright

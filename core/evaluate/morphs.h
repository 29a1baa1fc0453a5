#pragma once

#include "core/motion/clip.h"
#include "core/scene/scene.h"

/// Inside of core/evaluate.
namespace posewright {

/// The weights of a mesh's morphs at a frame. @pre hasMorphs(mesh)
MorphWeights morphsOf(const Node& mesh, const Track* track, double frame);

}  // namespace posewright

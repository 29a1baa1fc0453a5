#pragma once

#include "core/motion/clip.h"
#include "core/scene/scene.h"

/// Morph weights over time. Internal to core/evaluate.
namespace posewright {

/// The weights of a mesh's morphs at a frame. @pre hasMorphs(mesh)
MorphWeights morphsOf(const Node& mesh, const Track* track, double frame);

}  // namespace posewright

#pragma once

#include "core/io/format.h"
#include "core/io/gltf/carried_form.h"

namespace posewright::io::gltf {

/// Removes the rows of nodes that are no longer in the scene, and of the ends of removed bones.
/// Later rows move up, and all references to nodes by the specification are adjusted: children,
/// scenes, skeletons, channels, animation pointers. Reports losses, and unknown extensions that may
/// refer to wrong rows now.
void dropGoneNodes(CarriedForm& form, const Scene& scene, Diagnostics& told);

}  // namespace posewright::io::gltf

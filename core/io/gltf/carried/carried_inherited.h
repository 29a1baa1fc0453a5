#pragma once

#include "core/base/result.h"
#include "core/io/gltf/carried_form.h"

#include <vector>

namespace posewright::io::gltf {

/// Meshes that are written at the root get extensions that they inherit from the nodes above:
/// whether they are shown (KHR_node_visibility), and whether they can be pointed at and selected.
/// What keys do there is told, and lost.
/// @param atRoot  standingAtRoot of the scene
void keepInherited(CarriedForm& form, const Scene& scene, const std::vector<bool>& atRoot,
                   Diagnostics& told);

}  // namespace posewright::io::gltf

#pragma once

#include "core/io/format.h"
#include "core/io/gltf/carried_form.h"

namespace posewright::io::gltf {

/// Takes the rows of nodes that are no longer in the scene out of a form, and with them the ends of
/// bones that are gone. Rows behind them move up, and whatever the specification says names a node
/// follows: children, scenes, skeletons, channels, animation pointers. Says what is lost, and where
/// extensions that nobody here knows may name the wrong rows now.
void dropGoneNodes(CarriedForm& form, const Scene& scene, Diagnostics& told);

}  // namespace posewright::io::gltf

#pragma once

#include "core/base/result.h"
#include "core/io/gltf/carried_form.h"

#include <vector>

namespace posewright::io::gltf {

/// Updates which nodes the scenes of a form list. What became a root is listed where the root above
/// it was; what hangs below another node now is not listed, which is told. The rows remember which
/// scenes show them: `shown` in `own`, if that is not the default scene alone.
/// @param atRoot  standingAtRoot of the scene
void normaliseScenes(CarriedForm& form, const Scene& scene, const std::vector<bool>& atRoot,
                     Diagnostics& told);

}  // namespace posewright::io::gltf

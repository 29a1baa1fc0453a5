#pragma once

#include "core/io/gltf/gltf_file.h"

namespace posewright::io::gltf {

/// Removes values that have another form than the specification gives them (glTF 2.0, section 3.1;
/// glTFProperty.schema.json), where the rest of the file can be read without them: `extensions` and
/// extensions that are no objects, and lists of textures, samplers and lights that are no
/// arrays. Adds a warning at the place of each. `extras`, and what is inside of extensions of
/// vendors, may have any form.
void mendForm(GltfFile& file);

}  // namespace posewright::io::gltf

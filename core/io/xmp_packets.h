#pragma once

#include "core/io/gltf/carried_form.h"

namespace posewright::io {

/// Moves the packets of metadata of one glTF file (KHR_xmp_json_ld) behind those of another, and
/// makes what names them in the first name them there.
void joinPackets(gltf::Json& to, gltf::Json& from);

}  // namespace posewright::io

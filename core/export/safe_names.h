#pragma once

#include "core/document/document.h"

namespace posewright::exports {

/// With names that every reader takes (io::safeName) of nodes, clips, and the meshes, materials,
/// cameras, lights and skins of a glTF file; as io::safeNames, each list for itself.
Document withSafeNames(const Document& doc);

}  // namespace posewright::exports

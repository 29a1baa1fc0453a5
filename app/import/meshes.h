#pragma once

#include "app/import/draft.h"

namespace posewright::import {

/// Writes the meshes of a row of Draft::nodes, with their skins and morphs. A skinned mesh, and
/// one of a joint, gets a node of its own.
void writeMeshes(Draft& draft, int row);

}  // namespace posewright::import

#pragma once

#include "app/import/draft.h"

namespace posewright::import {

/// Writes all takes of the scene: joints by the keys of the file, and the weights of morphs.
/// @pre nodes and meshes are written
void writeTakes(Draft& draft);

}  // namespace posewright::import

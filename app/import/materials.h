#pragma once

#include "app/import/draft.h"

namespace posewright::import {

/// Writes the materials of a scene with embedded textures. Images in other files get the name of
/// that file as their `uri`, and their textures say in `extras.without` what holds if it is not
/// there, since this program opens no other files. @return whether there are such
bool writeMaterials(Draft& draft);

}  // namespace posewright::import

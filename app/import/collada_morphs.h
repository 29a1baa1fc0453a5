#pragma once

#include "app/import/lost.h"

#include <string>

namespace posewright::import {

/// Removes the morphs from a COLLADA text, since assimp 5.2 reads no mesh of a file that has one.
/// Their meshes are shown without them. Adds each to `lost`.
std::string withoutMorphs(std::string collada, Lost& lost);

}  // namespace posewright::import

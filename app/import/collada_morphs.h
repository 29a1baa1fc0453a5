#pragma once

#include "app/import/lost.h"

#include <string>

namespace posewright::import {

/// Takes the morphs out of a COLLADA text, since assimp 5.2 reads no mesh of a file that has one:
/// what they change is shown as it is without them. Tells each.
std::string withoutMorphs(std::string collada, Lost& lost);

}  // namespace posewright::import

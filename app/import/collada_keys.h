#pragma once

#include "app/import/lost.h"

#include <string_view>

namespace posewright::import {

/// Names the nodes of a COLLADA text whose keys slant them (shear): keys that are whole matrices of
/// that kind, and turns about axes that an uneven scale of the same node changes afterwards. assimp
/// makes a translation, a rotation and a scale of each key.
void tellSlantedKeys(std::string_view text, Lost& lost);

}  // namespace posewright::import

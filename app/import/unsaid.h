#pragma once

#include "app/import/lost.h"

#include <map>
#include <string>
#include <string_view>

namespace posewright::import {

/// What assimp does not say of a file that it reads.
struct Unsaid {
    std::map<std::string, float> weights;  ///< of FBX morphs at rest, by name
    Lost lost;                             ///< what assimp leaves out
};

Unsaid unsaidOfFbx(std::string_view bytes);
Unsaid unsaidOfCollada(std::string_view text);

}  // namespace posewright::import

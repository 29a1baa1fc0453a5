#pragma once

#include "app/import/lost.h"

#include <assimp/scene.h>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace posewright::import {

/// What assimp does not say of a file that it reads.
struct Unsaid {
    std::map<std::string, float> weights;  ///< of FBX morphs at rest, by name
    /// Where the vertices of a mesh are in the space of a bone when they are bound, by the names of
    /// both nodes. assimp goes by where the mesh is now.
    std::map<std::pair<std::string, std::string>, aiMatrix4x4> binds;
    Lost lost;  ///< what assimp leaves out
};

Unsaid unsaidOfFbx(std::string_view bytes);
Unsaid unsaidOfCollada(std::string_view text);

}  // namespace posewright::import

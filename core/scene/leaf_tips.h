#pragma once

#include "core/scene/scene.h"

#include <vector>

namespace posewright {

/// Lets last bones whose tip was guessed (BonePart::tipGiven) point to where the vertices are that
/// they move more than all others do, and end where those do. Bones with few such vertices, or with
/// vertices on all sides, are left alone, as are guesses that were good. O(nodes + vertices).
/// @pre the rows of skins and meshes are valid, as Scene::make checks
void pointIntoFlesh(std::vector<Node>& nodes, const std::vector<Skin>& skins);

}  // namespace posewright

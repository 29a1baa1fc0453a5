#pragma once

#include "core/scene/scene.h"

#include <vector>

namespace posewright {

/// Aims a last bone whose tip was only guessed (BonePart::tipGiven) at the vertices that it moves
/// more than any other bone does, and ends it where they end. Bones with few such vertices, or with
/// vertices on all sides, are left alone, as are guesses that were good. O(nodes + vertices).
/// @pre the rows of skins and meshes are valid, as Scene::make checks
void pointIntoFlesh(std::vector<Node>& nodes, const std::vector<Skin>& skins);

}  // namespace posewright

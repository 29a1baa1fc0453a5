#pragma once

#include "core/document/document.h"

#include <string>

namespace posewright::operate {

/// What moves at rest although it should not, where nodes hang below others between the two
/// documents: a node keeps its place and direction, but no slant of uneven scales above it, which
/// translation, rotation and scale cannot say. Names the joints, tips and meshes below, and by how
/// much; empty: nothing moves.
std::string toldOfShifts(const Document& before, const Document& after);

}  // namespace posewright::operate

#pragma once

#include "core/document/document.h"

#include <map>

/// Keys of nodes whose parent changes. Internal to core/edit.
namespace posewright::edit {

/// Where the old parents of nodes are at rest, in the space of the new ones.
using HungFrom = std::map<NodeId, Transform>;

/// Converts the keys, offsets and held rotations of these nodes, so that they move as if the old
/// and the new parent were always at rest.
/// @param before  the scene with the old parents
void convertKeys(Clip& clip, const Scene& before, const HungFrom& hung);

}  // namespace posewright::edit

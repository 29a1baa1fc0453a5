#pragma once

#include "core/operate/operate.h"

#include <functional>

namespace posewright::operate {

/// What BindMesh comes to, and what is to be said of it.
struct Bound {
    edit::SetSkin edit;
    int islands = 0;  ///< pieces of the mesh, each bound by itself
    int unseen = 0;   ///< of them those inside of which no bone lies
    int nearest = 0;  ///< of them those where each vertex follows the nearest bone alone
};

/// Error: as BindMesh says; Cancelled where `progress` says so. O(vertices * bones), and a sparse
/// factorisation: long.
/// @pre what the arguments name exists
Result<Bound> bindMesh(const Document& doc, const BindMesh& arguments,
                       const std::function<bool(double)>& progress = {});

/// "3 pieces, 1 of them by the nearest bone": how it was bound.
std::string told(const Bound& bound);

}  // namespace posewright::operate

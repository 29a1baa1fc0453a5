#pragma once

#include "core/operate/operate.h"

#include <functional>

namespace posewright::operate {

/// The edit of BindMesh, with numbers for a report.
struct MeshBinding {
    edit::SetSkin edit;
    int islands = 0;  ///< connected pieces of the mesh, each bound separately
    int unseen = 0;   ///< islands without a bone inside
    int nearest = 0;  ///< islands where each vertex follows only its nearest bone
};

/// Error: as for BindMesh; kind Cancelled if `progress` returns false. Slow: O(vertices * bones)
/// and a sparse factorisation.
/// @pre everything that the arguments name exists
Result<MeshBinding> bindMesh(const Document& doc, const BindMesh& arguments,
                             const std::function<bool(double)>& progress = {});

/// How it was bound: "3 pieces, 1 of them by the nearest bone".
std::string told(const MeshBinding& bound);

}  // namespace posewright::operate

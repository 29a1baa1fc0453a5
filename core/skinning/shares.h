#pragma once

#include "core/scene/scene.h"

#include <span>
#include <vector>

/// Which nodes move a mesh, and by how much.
namespace posewright::skinning {

/// Calls `take(row of the joint, share)` for the joints of a vertex of a skinned mesh. The shares
/// add up to 1; some may be 0, and a joint may occur several times.
template <class Take>
void eachShare(const Mesh& mesh, std::size_t vertex, Take&& take)
{
    for (int c = 0; c < 4; ++c) take(mesh.joints[vertex][c], mesh.weights[vertex][c]);
    for (const Influences& more : mesh.moreInfluences)
        for (int c = 0; c < 4; ++c) take(more.joints[vertex][c], more.weights[vertex][c]);
}

/// The node that moves a mesh without a skin: its nearest ancestor that is a bone, else itself.
NodeId carrierOf(const Scene& scene, NodeIndex mesh);

/// The share of these nodes together in each vertex of a mesh, from 0 to 1. O(vertices).
/// @param mesh  row of a node whose part is a mesh
std::vector<float> sharesOf(const Scene& scene, NodeIndex mesh, std::span<const NodeId> nodes);

}  // namespace posewright::skinning

#pragma once

#include "core/scene/scene.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace posewright::ui {

/// A colour of a vertex: linear RGBA.
using Tint = std::array<std::uint8_t, 4>;

/// The share of nodes in each vertex of a mesh, as colours from blue (0) over green to red (1). If
/// none of the nodes moves a mesh, each bone has its own colour, and a vertex the weighted mean.
/// @param mesh  row of a node whose part is a mesh
std::vector<Tint> weightTints(const Scene& scene, NodeIndex mesh, std::span<const NodeId> nodes);

/// Those of the nodes that move a mesh: bones, joints of skins, and meshes without a skin.
std::vector<NodeId> moversAmong(const Scene& scene, std::span<const NodeId> nodes);

}  // namespace posewright::ui

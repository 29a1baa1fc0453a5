#pragma once

#include "core/scene/scene.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace posewright::ui {

/// A colour of a vertex: linear RGBA.
using Tint = std::array<std::uint8_t, 4>;

/// By how much nodes move each vertex of a mesh, as colours from blue (not at all) over green to
/// red (alone). Where no node of the scene's skins and bones is among them, each bone has a colour
/// of its own, and a vertex the mean of those that move it.
/// @param mesh  its row, whose part is a mesh
std::vector<Tint> weightTints(const Scene& scene, NodeIndex mesh, std::span<const NodeId> nodes);

/// Those of the nodes that move a mesh: bones, joints of skins, and meshes without a skin.
std::vector<NodeId> moversAmong(const Scene& scene, std::span<const NodeId> nodes);

}  // namespace posewright::ui

#pragma once

#include "core/math/transform.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// The connected pieces of a surface. Internal to core/skinning.
namespace posewright::skinning {

/// A connected piece of the surface.
struct Island {
    std::vector<Vec3> places;                    ///< positions of its points, all different
    std::vector<std::array<int, 3>> triangles;   ///< rows of `places`, three different ones each
    std::vector<std::vector<std::uint32_t>> of;  ///< the vertices that lie at each point
};

/// All islands, ordered by their first vertex. Vertices closer than a millionth of the surface's
/// size are one point; those without a triangle are in no island.
std::vector<Island> islandsOf(std::span<const Vec3> positions,
                              std::span<const std::uint32_t> corners);

/// For each point a small offset inwards: against the normal, a thousandth of the shortest edge
/// there. Empty if the island has no inside: it is neither closed (each edge has one triangle on
/// either side, all oriented alike) nor wraps around most of a volume, as a coat does.
std::vector<Vec3> inwardsOf(const Island& island);

}  // namespace posewright::skinning

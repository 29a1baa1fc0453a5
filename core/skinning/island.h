#pragma once

#include "core/math/transform.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// The connected pieces of a surface. Inside of core/skinning.
namespace posewright::skinning {

/// A piece whose triangles hang together.
struct Island {
    std::vector<Vec3> places;                    ///< of its points, no two of them equal
    std::vector<std::array<int, 3>> triangles;   ///< of points; each has three different ones
    std::vector<std::vector<std::uint32_t>> of;  ///< the vertices that lie at each point
};

/// All islands, by their first vertex. Vertices at one place are one point, to a millionth of the
/// surface's size; those without a triangle are in no island.
std::vector<Island> islandsOf(std::span<const Vec3> positions,
                              std::span<const std::uint32_t> corners);

/// A little way inwards from each of its points: a thousandth of the shortest edge there, against
/// the normal. Empty where the island has no inside: it is neither closed, each edge with one
/// triangle on either side and all turned alike, nor does it go around much, as a coat does.
std::vector<Vec3> inwardsOf(const Island& island);

}  // namespace posewright::skinning

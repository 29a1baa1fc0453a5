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

/// Does it enclose something: does each edge have one triangle on either side, all turned alike?
bool isClosed(const Island& island);

/// A little way into a closed island from each of its points: a thousandth of the shortest edge
/// there, against the normal. @pre isClosed(island)
std::vector<Vec3> inwardsOf(const Island& island);

}  // namespace posewright::skinning

#pragma once

#include "core/math/transform.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

/// Which bones move which vertices of a surface, found from where both are.
namespace posewright::skinning {

/// A straight part of a bone.
struct BoneLine {
    int bone = 0;  ///< several lines may be of one bone
    Vec3 from = Vec3::Zero();
    Vec3 to = Vec3::Zero();
};

inline constexpr int kWholeShare = 65536;

struct Binding {
    /// For each vertex four bones, by how much the first moves it first, and the share that each
    /// has in it; all shares of a vertex add up to kWholeShare.
    std::vector<std::array<int, 4>> bones;
    std::vector<std::array<int, 4>> shares;
    int islands = 0;  ///< connected pieces of the surface, seams between equal positions welded
    int unseen = 0;   ///< of them those inside of which no bone lies: bound as if all saw them
    int nearest = 0;  ///< of them those where heat cannot flow: each vertex follows one bone
};

/// Heat weights: each bone warms the vertices that it is nearest to and that see it through the
/// inside of their island, the more the nearer; heat flows along the surface, and in equilibrium a
/// bone's share in a vertex is how warm that is of it (I. Baran, J. Popovic, Automatic Rigging and
/// Animation of 3D Characters, ACM Transactions on Graphics 26(3), 2007, section 4, with c = 1).
/// O(vertices * (bones + log triangles)), and what a sparse factorisation costs.
/// @param positions  in the space of the lines
/// @param corners    three per triangle; vertices without one follow the nearest bone
/// @param progress  told the share done; false stops it, and there is no binding then
/// @pre there is a line, and no corner is beyond the positions
std::optional<Binding> bind(std::span<const Vec3> positions, std::span<const std::uint32_t> corners,
                            std::span<const BoneLine> lines,
                            const std::function<bool(double)>& progress = {});

}  // namespace posewright::skinning

#pragma once

#include "core/math/transform.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

/// Automatic skinning: which bones move which vertices of a surface, from their positions alone.
namespace posewright::skinning {

/// A straight part of a bone.
struct BoneLine {
    int bone = 0;  ///< several lines may be of one bone
    Vec3 from = Vec3::Zero();
    Vec3 to = Vec3::Zero();
};

inline constexpr int kWholeShare = 65536;

struct Binding {
    /// For each vertex four bones, the one with the largest share first, and their shares, which
    /// add up to kWholeShare.
    std::vector<std::array<int, 4>> bones;
    std::vector<std::array<int, 4>> shares;
    int islands = 0;  ///< connected pieces of the surface, after welding equal positions
    int unseen = 0;   ///< islands without a bone inside: bound as if every bone were visible
    int nearest = 0;  ///< islands where heat cannot flow: each vertex follows its nearest bone
};

/// Heat weights: each bone heats the vertices that are nearest to it and see it through the inside
/// of their island, the nearer the more; heat flows along the surface, and a bone's share in a
/// vertex is the heat from it there in equilibrium (I. Baran, J. Popovic, Automatic Rigging and
/// Animation of 3D Characters, ACM Transactions on Graphics 26(3), 2007, section 4, with c = 1).
/// O(vertices * (bones + log triangles)), plus a sparse factorisation.
/// @param positions  in the space of the lines
/// @param corners    three per triangle; vertices without a triangle follow the nearest bone
/// @param progress  gets the share that is done, in [0, 1]; returning false cancels: nullopt
/// @pre there is a line, and all corners are rows of positions
std::optional<Binding> bind(std::span<const Vec3> positions, std::span<const std::uint32_t> corners,
                            std::span<const BoneLine> lines,
                            const std::function<bool(double)>& progress = {});

}  // namespace posewright::skinning

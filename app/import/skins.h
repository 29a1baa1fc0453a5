#pragma once

#include "app/import/draft.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace posewright::import {

/// Four of the joints that move each vertex, and their shares.
struct JointSet {
    std::vector<std::array<std::uint16_t, 4>> joints;
    std::vector<std::array<float, 4>> weights;
};

struct Skin {
    std::size_t row = 0;         ///< in the file's skins
    std::vector<JointSet> sets;  ///< the strongest joints first; one at least
};

/// Writes the skin of a mesh of a node; nullopt if none of its bones is a node. A vertex keeps the
/// twelve bones that move it most, which is what the editor shows.
std::optional<Skin> writeSkin(Draft& draft, const aiMesh& mesh, const std::string& node);

}  // namespace posewright::import

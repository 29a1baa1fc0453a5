#pragma once

#include "core/skinning/island.h"

#include <vector>

namespace posewright::skinning {

/// Visibility between places inside an island: a bounding box tree of its triangles. Borrows the
/// island. Internal to core/skinning.
class Sight {
public:
    explicit Sight(const Island& island);

    /// Does a triangle lie between two places?
    /// @param but  a point whose own triangles do not block; -1: all block
    bool isBlocked(const Vec3& from, const Vec3& to, int but = -1) const;

private:
    struct Box {
        Vec3 low;
        Vec3 high;
        int first = 0;   ///< of its triangles in order_
        int count = 0;   ///< of triangles in a leaf; else 0
        int second = 0;  ///< the second child; the first one is the next row
    };
    int build(int first, int count);

    const Island& island_;
    std::vector<int> order_;  ///< triangles
    std::vector<Box> boxes_;
};

}  // namespace posewright::skinning

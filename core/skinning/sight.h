#pragma once

#include "core/skinning/island.h"

#include <vector>

namespace posewright::skinning {

/// What can be seen past the triangles of an island: a tree of boxes around
/// them. Borrows the island. Inside of core/skinning.
class Sight {
public:
    explicit Sight(const Island& island);

    /// Does a triangle lie between two places?
    /// @param but  a point whose own triangles do not count; -1: all do
    bool isBlocked(const Vec3& from, const Vec3& to, int but = -1) const;

private:
    struct Box {
        Vec3 low;
        Vec3 high;
        int first = 0;   ///< of its triangles in order_
        int count = 0;   ///< of a box without boxes in it; else 0
        int second = 0;  ///< the second of the boxes in it; the first comes right behind it
    };
    int build(int first, int count);

    const Island& island_;
    std::vector<int> order_;  ///< triangles
    std::vector<Box> boxes_;
};

}  // namespace posewright::skinning

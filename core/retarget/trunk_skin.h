#pragma once

#include "core/math/transform.h"
#include "core/retarget/figure.h"

#include <array>
#include <vector>

/// The skin of a figure's trunk, for what is inside of it. Internal to core/retarget.
namespace posewright::retarget {

/// By row, whether a bone is of the trunk: the hips and what is below them, but for head, neck,
/// arms and thighs.
std::vector<bool> partOfTrunk(const Scene& scene, const Figure& figure);

/// The triangles that the trunk moves, as they are in one pose.
class TrunkSkin {
public:
    /// O(nodes + vertices + triangles).
    TrunkSkin(const Scene& scene, const Figure& figure);

    bool empty() const { return triangles_.empty(); }

    /// Takes a pose. O(vertices)
    void pose(const std::vector<WorldTransform>& world);

    /// How far a place is beneath the skin; 0 outside. [m] Holes do not matter, where arms and neck
    /// go out of it. O(triangles) near it. @pre pose() was called
    double depth(const Vec3& place) const;

private:
    struct Spot {
        NodeIndex row = kNoNode;  ///< the joint that moves it most
        Vec3 at = Vec3::Zero();
    };
    std::vector<Spot> spots_;
    std::vector<std::array<int, 3>> triangles_;
    std::vector<Vec3> places_;
    Vec3 low_ = Vec3::Zero(), high_ = Vec3::Zero();
};

}  // namespace posewright::retarget

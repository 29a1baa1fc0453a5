#pragma once

#include "core/math/transform.h"
#include "core/retarget/figure.h"

#include <array>
#include <cstddef>
#include <vector>

/// The skin of a figure's trunk, for what is inside of it. Internal to core/retarget.
namespace posewright::retarget {

/// By row, whether a bone is of the trunk: the hips and what is below them, but for head, neck,
/// arms and thighs.
std::vector<bool> partOfTrunk(const Scene& scene, const Figure& figure);

/// The triangles that the trunk moves, as they are in one pose.
class TrunkSkin {
public:
    /// O(nodes + vertices + triangles * log triangles).
    /// @param rests  world transforms of a reference pose, by which triangles are put together
    TrunkSkin(const Scene& scene, const Figure& figure, const std::vector<WorldTransform>& rests);

    bool empty() const { return triangles_.empty(); }

    /// Takes a pose. O(vertices)
    void pose(const std::vector<WorldTransform>& world);

    /// How far a place is beneath the skin; 0 outside. [m] Holes do not matter, where arms and neck
    /// go out of it. O(log triangles + triangles nearby) within the box around the skin, and
    /// O(triangles) for the first place there in a pose.
    double depth(const Vec3& place);

    /// How far it is from a place that is beneath the skin to the last skin in a direction; 0 if
    /// there is none. [m] For other places it says nothing. The cost is as for depth.
    /// @param way unit
    double wayOut(const Vec3& place, const Vec3& way);

    /// The cost is as for depth.
    bool isBeneath(const Vec3& place);

private:
    struct Spot {
        NodeIndex row = kNoNode;  ///< the joint that moves it most
        Vec3 at = Vec3::Zero();
    };
    /// Triangles that lie together. Those of its two parts, if it has any, are its own.
    struct Patch {
        std::size_t first = 0, last = 0;
        std::size_t after = 0;  ///< the first patch that is not in it: its parts follow it
        Vec3 middle = Vec3::Zero();
        Vec3 area = Vec3::Zero();  ///< the sum of the triangles' normals, as long as they are large
        double reach = 0;          ///< no corner is farther from the middle [m]
    };
    void divide(std::size_t first, std::size_t last);
    void posePatches();
    void poseLeaf(Patch& patch) const;
    void poseParts(std::size_t patch);
    bool isInBox(const Vec3& place) const;
    double angleOf(const Patch& patch, const Vec3& place) const;
    double distanceOf(const Patch& patch, const Vec3& place) const;
    bool isLeaf(std::size_t patch) const { return patches_[patch].after == patch + 1; }

    /// Goes through the patches from the whole to the leaves. @param visit is given the row of a
    /// patch and returns whether its parts are to be visited
    template <class Visit>
    void descend(Visit&& visit) const
    {
        for (std::size_t row = 0; row < patches_.size();)
            row = visit(row) ? row + 1 : patches_[row].after;
    }

    std::vector<Spot> spots_;
    std::vector<std::array<int, 3>> triangles_;
    std::vector<Patch> patches_;  ///< a tree, each before its parts, as they lie at rest
    std::vector<Vec3> places_;
    bool posed_ = false;  ///< the patches, too
    Vec3 low_ = Vec3::Zero(), high_ = Vec3::Zero();
};

}  // namespace posewright::retarget

#pragma once

#include "core/base/id.h"
#include "core/math/camera.h"

#include <span>
#include <vector>

namespace posewright {

/// Something that can be pointed at: a capsule around a segment, in world space.
struct Pickable {
    NodeId node = NodeId::None;
    Vec3 from = Vec3::Zero();
    Vec3 to = Vec3::Zero();  ///< equal to `from`: a ball
    double radius = 0;       ///< [m]
    int rank = 0;            ///< the lower of two under the pointer wins
    double mostPixels = 0;   ///< upper limit of the radius in the view [px]; 0: none
};

struct Hit {
    NodeId node = NodeId::None;
    int rank = 0;
    double depth = 0;  ///< along the view direction [m]
    double miss = 0;   ///< from the pointer to the capsule, 0 inside [px]
};

/// What lies under the pointer, the likeliest first: by rank, then what is hit before what is only
/// near, then by distance to the pointer, then to the eye. Things up to `reach` pixels away count,
/// so that a thin bone is as easy to point at as a thick one.
std::vector<Hit> pick(const Camera& camera, const ViewSize& size, const Pixel& pixel, double reach,
                      std::span<const Pickable> things);

/// Things touched by the rectangle between two corners: those whose projected axis passes through
/// it. In the order of `things`, each node once.
std::vector<NodeId> insideRectangle(const Camera& camera, const ViewSize& size, const Pixel& a,
                                    const Pixel& b, std::span<const Pickable> things);

/// The points of a ray (t >= 0) and of the segment a-b (s in [0, 1]) that are nearest to each
/// other.
struct Approach {
    double t = 0;
    double s = 0;
    double distance = 0;
};
Approach nearestApproach(const Ray& ray, const Vec3& a, const Vec3& b);

}  // namespace posewright

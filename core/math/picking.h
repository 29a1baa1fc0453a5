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
    Vec3 to = Vec3::Zero();  ///< as `from`: a ball
    double radius = 0;       ///< [m]
    int rank = 0;            ///< of two things under the pointer the lower rank wins
    double mostPixels = 0;   ///< of the radius, however near it is; 0: as it comes
};

struct Hit {
    NodeId node = NodeId::None;
    int rank = 0;
    double depth = 0;  ///< along the view direction [m]
    double miss = 0;   ///< from the pointer to the capsule, 0 inside [px]
};

/// What lies under the pointer, the likeliest first: by rank, then what is hit before what is only
/// near, then what is nearer to the pointer, then to the eye. Things are hit from `reach` pixels
/// away, so that a thin bone is as easy to point at as a thick one.
std::vector<Hit> pick(const Camera& camera, const ViewSize& size, const Pixel& pixel, double reach,
                      std::span<const Pickable> things);

/// Things that a rectangle between two corners touches: whose middle line, as seen, passes through
/// it. In the order of the things, each once.
std::vector<NodeId> insideRectangle(const Camera& camera, const ViewSize& size, const Pixel& a,
                                    const Pixel& b, std::span<const Pickable> things);

/// The points of a ray (t >= 0) and of the segment a-b (s in [0, 1]) that are nearest to another.
struct Approach {
    double t = 0;
    double s = 0;
    double distance = 0;
};
Approach nearestApproach(const Ray& ray, const Vec3& a, const Vec3& b);

}  // namespace posewright

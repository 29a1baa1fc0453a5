#include "core/math/picking.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace posewright {

Approach nearestApproach(const Ray& ray, const Vec3& a, const Vec3& b)
{
    // Ericson, Real-Time Collision Detection, 2005, section 5.1.9, for a half-line and a segment.
    const Vec3 d = b - a;
    const Vec3 r = ray.origin - a;
    const double length2 = d.squaredNorm();
    const double along = ray.direction.dot(d);
    const double c = ray.direction.dot(r);
    double s = 0;
    if (length2 > 0) {
        const double f = d.dot(r);
        const double denominator = length2 - along * along;
        const double parallel = 1e-12 * length2;
        const double t = denominator > parallel ? (along * f - c * length2) / denominator : 0;
        s = std::clamp((along * std::max(t, 0.0) + f) / length2, 0.0, 1.0);
    }
    Approach nearest;
    nearest.s = s;
    nearest.t = std::max(0.0, along * s - c);
    nearest.distance = ((ray.origin + ray.direction * nearest.t) - (a + d * nearest.s)).norm();
    return nearest;
}

std::vector<Hit> pick(const Camera& camera, const ViewSize& size, const Pixel& pixel, double reach,
                      std::span<const Pickable> things)
{
    const Ray ray = rayThrough(camera, size, pixel);
    const Vec3 forward = -axes(camera).col(2);
    std::vector<Hit> hits;
    for (const Pickable& thing : things) {
        const Approach nearest = nearestApproach(ray, thing.from, thing.to);
        const Vec3 point = thing.from + nearest.s * (thing.to - thing.from);
        const double depth = (point - ray.origin).dot(forward);
        if (depth < camera.nearPlane) continue;
        const double unit = unitsPerPixel(camera, size, depth);
        const double radius =
            thing.mostPixels > 0 ? std::min(thing.radius, thing.mostPixels * unit) : thing.radius;
        const double miss = std::max(0.0, nearest.distance - radius) / unit;
        if (miss <= reach) hits.push_back({thing.node, thing.rank, depth, miss});
    }
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
        return std::tuple(a.rank, std::floor(a.miss), a.depth) <
               std::tuple(b.rank, std::floor(b.miss), b.depth);
    });
    // Something with several capsules counts once.
    std::vector<Hit> once;
    for (const Hit& hit : hits)
        if (std::none_of(once.begin(), once.end(),
                         [&](const Hit& h) { return h.node == hit.node; }))
            once.push_back(hit);
    return once;
}

std::vector<NodeId> insideRectangle(const Camera& camera, const ViewSize& size, const Pixel& a,
                                    const Pixel& b, std::span<const Pickable> things)
{
    const Pixel lowest = a.cwiseMin(b), highest = a.cwiseMax(b);
    // Liang and Barsky, A new concept and method for line clipping, 1984.
    const auto touches = [&](const Pixel& from, const Pixel& to) {
        double enter = 0, leave = 1;
        for (int i = 0; i < 2; ++i) {
            const double d = to[i] - from[i];
            if (std::abs(d) < 1e-12) {
                if (from[i] < lowest[i] || from[i] > highest[i]) return false;
                continue;
            }
            const double s = (lowest[i] - from[i]) / d, t = (highest[i] - from[i]) / d;
            enter = std::max(enter, std::min(s, t));
            leave = std::min(leave, std::max(s, t));
        }
        return enter <= leave;
    };
    std::vector<NodeId> nodes;
    for (const Pickable& thing : things) {
        const std::optional<Seen> from = project(camera, size, thing.from);
        const std::optional<Seen> to = project(camera, size, thing.to);
        if (!from || !to || !touches(from->pixel, to->pixel)) continue;
        if (std::find(nodes.begin(), nodes.end(), thing.node) == nodes.end())
            nodes.push_back(thing.node);
    }
    return nodes;
}

}  // namespace posewright

#pragma once

#include "ui/viewport/layers/overlay.h"

#include <algorithm>
#include <optional>

/// Positions and sizes in the view, for several layers.
namespace posewright::ui::places {

inline Vec3 ofRow(const OverlayScene& scene, NodeIndex row)
{
    return scene.shown->world[row].position;
}

inline std::optional<Pixel> seen(const OverlayScene& scene, const Vec3& point)
{
    const std::optional<Seen> seen = project(scene.camera, scene.size, point);
    if (!seen) return std::nullopt;
    return seen->pixel;
}

/// A length at a point in pixels, clamped to [least, most]. @pre the point is visible
inline double pixels(const OverlayScene& scene, const Vec3& point, double length, double least,
                     double most)
{
    const double depth = project(scene.camera, scene.size, point)->depth;
    const double count = length / unitsPerPixel(scene.camera, scene.size, depth);
    return count < most ? std::max(least, count) : most;  // also where it is not a number
}

}  // namespace posewright::ui::places

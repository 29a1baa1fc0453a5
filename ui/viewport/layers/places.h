#pragma once

#include "ui/viewport/layers/overlay.h"

#include <algorithm>
#include <optional>

/// Where things of the scene are in the view: what several layers ask.
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

/// How many pixels a length has at a point, kept between `least` and `most`. @pre it is seen
inline double pixels(const OverlayScene& scene, const Vec3& point, double length, double least,
                     double most)
{
    const double depth = project(scene.camera, scene.size, point)->depth;
    const double count = length / unitsPerPixel(scene.camera, scene.size, depth);
    return count < most ? std::max(least, count) : most;  // also where it is not a number
}

}  // namespace posewright::ui::places

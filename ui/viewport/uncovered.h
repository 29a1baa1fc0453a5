#pragma once

#include "core/math/camera.h"

#include <span>

namespace posewright::ui {

/// What can be seen while a notice lies over the upper edge of the view: the part below it, at
/// least the lower half of the view.
struct Uncovered {
    ViewSize size;       ///< of the whole view
    double covered = 0;  ///< height of what lies over its upper edge [px]

    double top() const;  ///< where the part begins [px]
    ViewSize part() const { return {size.width, size.height - top()}; }
};

/// The camera moved, without being turned, so that a point is in the middle of the part.
Camera lookingAt(Camera camera, const Uncovered& view, const Vec3& point);

/// As framing: all points fit into the part.
Camera framingIn(Camera camera, const Uncovered& view, std::span<const Vec3> points);
Camera framingIn(Camera camera, const Uncovered& view, const Box& box);

/// Is a point in the part, this far from its border? [px]
bool isSeenIn(const Camera& camera, const Uncovered& view, const Vec3& point, double edge = 0);

}  // namespace posewright::ui

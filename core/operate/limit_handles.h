#pragma once

#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"

#include <array>
#include <string_view>
#include <vector>

/// A joint's limit as something to look at and to take hold of.
namespace posewright::operate {

/// One number of a limit: where it is shown, and what changes it.
struct LimitHandle {
    std::string_view part;       ///< "min", "max", "up", "right", "down", "left", "twist min"...
    Vec3 centre = Vec3::Zero();  ///< world [m]
    Vec3 axis = Vec3::UnitY();   ///< world, unit: it turns about this, or slides along it
    Vec3 from = Vec3::UnitX();   ///< world, unit, across the axis: where its angle is 0
    double radius = 1;           ///< [m] of its arc; of a slide the world length of 1 m
    double value = 0;            ///< [rad], or [m] of a slide
    bool slides = false;
    /// Where the handle is. [m]
    Vec3 place() const;
};

struct LimitShape {
    std::vector<LimitHandle> handles;      ///< empty: a joint that is free, or fixed
    std::vector<std::vector<Vec3>> areas;  ///< convex seen from the joint: fans, world [m]
    std::vector<std::vector<Vec3>> lines;  ///< arcs and rims, world [m]
};

/// The limit of a joint where that is shown, in the frame of its rest pose, `size` large. [m]
/// @pre shown is of doc
LimitShape limitShape(const Document& doc, const Evaluation& shown, NodeId joint, double size);

/// The limit with one number changed, as far as its kind has room: the lower bound stays below the
/// upper one, cones stay open by a degree, and turns within one turn.
/// @pre the row is one of limitShape's handles
Limit withHandle(const Limit& limit, std::size_t row, double value);

/// How far a drag from one ray to another moves the handle; 0 where the view gives no answer.
/// [rad] in [-pi, pi], or [m]
double handleMoved(const LimitHandle& handle, const Ray& from, const Ray& to);

}  // namespace posewright::operate

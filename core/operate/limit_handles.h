#pragma once

#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"

#include <array>
#include <string_view>
#include <vector>

/// A joint's limit as shapes to draw and handles to drag.
namespace posewright::operate {

/// The handle of one number of a limit.
struct LimitHandle {
    std::string_view part;       ///< "min", "max", "up", "right", "down", "left", "twist min"...
    Vec3 centre = Vec3::Zero();  ///< world [m]
    Vec3 axis = Vec3::UnitY();   ///< world, unit: it turns about this, or slides along it
    Vec3 from = Vec3::UnitX();   ///< world, unit, perpendicular to the axis: direction of angle 0
    double radius = 1;           ///< of its arc [m]; for a slide, the world length of 1 m
    double value = 0;            ///< [rad], or [m] of a slide
    bool slides = false;
    /// The position of the handle. [m]
    Vec3 place() const;
};

struct LimitShape {
    std::vector<LimitHandle> handles;  ///< empty: the joint is free or fixed
    std::vector<std::vector<Vec3>>
        areas;  ///< fans that are convex as seen from the joint, world [m]
    std::vector<std::vector<Vec3>> lines;  ///< arcs and rims, world [m]
};

/// The shapes of a joint's limit at the joint's place and in its rest frame; `size` is their size.
/// [m]
/// @pre shown is of doc
LimitShape limitShape(const Document& doc, const Evaluation& shown, NodeId joint, double size);

/// The limit with one number changed, clamped to what its kind allows: lower bounds stay below
/// upper ones, cones open by at least a degree, and angles within one turn.
/// @pre the row is one of limitShape's handles
Limit withHandle(const Limit& limit, std::size_t row, double value);

/// How far a drag from one ray to another moves the handle; 0 if the rays do not determine it.
/// [rad] in [-pi, pi], or [m]
double handleMoved(const LimitHandle& handle, const Ray& from, const Ray& to);

}  // namespace posewright::operate

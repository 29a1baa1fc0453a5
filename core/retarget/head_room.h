#pragma once

#include "core/retarget/align.h"

#include <optional>

/// Keeps hands out of heads. Internal to core/retarget.
namespace posewright::retarget {

/// The ellipsoid that a head fills: a unit ball in a space of its own.
struct HeadRoom {
    NodeIndex row = kNoNode;       ///< the bone of the head
    Mat3 into = Mat3::Identity();  ///< from the bone's frame to the ball's
    Vec3 middle = Vec3::Zero();    ///< of the ellipsoid, in the ball's frame

    Vec3 toBall(const Vec3& place, const std::vector<WorldTransform>& world) const;
    Vec3 fromBall(const Vec3& place, const std::vector<WorldTransform>& world) const;
};

/// The box, along the axes of the body, of the vertices that the head moves, and of meshes that
/// hang on it, but not on bones below it, such as hair. Nullopt: there are none.
/// O(nodes + vertices)
std::optional<HeadRoom> headRoomOf(const Side& side);

/// That, or, without a mesh, the ball from the joint of the head to its tip.
std::optional<HeadRoom> headRoomOrBall(const Side& side);

/// A place that is at least as far from the middle of the unit ball as `least`, along a line from a
/// point at the far side; a place that is farther by more than a seam stays. A continuous function,
/// but for that point.
/// @param least in (0, 1]
/// @param far   the direction of the far side, unit
Vec3 pushedOut(const Vec3& place, double least, const Vec3& far);

/// How far a hand has to stay out, if that of the source is so far from the middle of its head.
/// Both in the space of the unit ball.
double leastFor(double source);

}  // namespace posewright::retarget

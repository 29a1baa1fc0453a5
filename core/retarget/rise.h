#pragma once

#include "core/math/transform.h"

#include <optional>
#include <vector>

/// How high the hips go. Internal to core/retarget.
namespace posewright::retarget {

/// A leg at one frame, as it would be if the hips were not raised. [m]
struct LegWish {
    double along = 0;   ///< from the end's goal to the head of the thigh, along the body's up
    double across = 0;  ///< likewise, the distance from that line
    double thigh = 1, shin = 1;
    double shown = 0;  ///< from the head of the thigh to the end, bent as the source's leg
    double most = 0;   ///< to what length it reaches its goal
    double share = 0;  ///< 0..1: of a leg that is raised to the side or the front, the hips say
                       ///< nothing
    Vec3 side = Vec3::Zero();  ///< of the knee from the line to the end, as the source's leg bends,
                               ///< in the thigh's frame [thighs]
    Vec3 way = Vec3::Zero();   ///< to the head of the thigh from the end's goal, as if the figure
                               ///< stood no wider than the source in scale
    std::optional<double> skin;  ///< height of the lowest skin of a level foot at the goal, above
                                 ///< the source's height 0 in scale [m]
    std::optional<double> clearance;  ///< of the source's foot, as FigureMapping::clearance
    Quat foot = Quat::Identity();     ///< the turn of the source's foot from its reference pose
};

/// A frame.
struct HipsWish {
    std::vector<LegWish> legs;
    double rests = 0;              ///< how far the hips are raised if no leg says anything [m]
    Vec3 middle = Vec3::Zero();    ///< of the thighs' heads, not raised; world [m]
    Vec3 up = Vec3::Zero();        ///< the body's; the hips are raised along it
    Quat hips = Quat::Identity();  ///< the turn of the source's hips from their reference pose
    Vec3 left = Vec3::Zero();      ///< that of the source's hips, in its world
};

/// How far the hips are raised along the body's up at each frame, so that knees bend as those of
/// the source do while the ends of the legs are at their goals. [m] Least squares over all frames
/// at once of the knees' differences, straight ones most, and of the acceleration of the rise, more
/// where the body moves calmly; legs that would not reach their goals weigh most. Gauss-Newton with
/// a band of five. O(frames).
/// @param rate [frames/s]
std::vector<double> risesOf(const std::vector<HipsWish>& wishes, double rate);

}  // namespace posewright::retarget

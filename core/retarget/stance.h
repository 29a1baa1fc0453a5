#pragma once

#include "core/document/document.h"
#include "core/retarget/figure.h"
#include "core/retarget/leg_end.h"

#include <array>
#include <optional>
#include <vector>

/// How a figure stands in its reference pose. For core/retarget and what reads motion by roles.
namespace posewright::retarget {

/// A figure in a reference pose, seen from its own left, up and forward.
struct Stance {
    std::vector<WorldTransform> world;  ///< the reference pose, one per node
    Mat3 body = Mat3::Identity();       ///< columns: its left, its up, its forward; a rotation
    double leg = 1;                     ///< from the head of a thigh along the leg to the sole [m]
    double ankle = 0;                   ///< of a resting foot, over its sole [m]
    bool legs = false;                  ///< whether it has any, so that these lengths are its own
    std::array<std::optional<LegEnd>, 2> legEnds;  ///< of the left leg and the right one

    Vec3 up() const { return body.col(1); }
    double height(const Vec3& place) const { return up().dot(place); }
    const std::optional<LegEnd>& legEnd(BodySide side) const
    {
        return legEnds[side == BodySide::Right ? 1 : 0];
    }
};

/// @pre local.size() == scene.size()
Stance stanceOf(const Scene& scene, const Figure& figure, const std::vector<Transform>& local);

/// Whether both thighs point down, so that the pose can be told a standing one. True without legs.
bool stands(const Stance& stance, const Figure& figure);

/// The pose that the meshes are bound in; empty where no skin covers the figure's bones. [local]
std::vector<Transform> bindPose(const Scene& scene, const Figure& figure);

/// The first of the bind pose, the rest pose and the first frame that stands; the rest pose where
/// none does. What `automatic` means of a reference. [local]
std::vector<Transform> standingPose(const Document& doc, const Figure& figure);

/// Where the bone of a role points to: the head of the next role's first bone, its own tip for the
/// last one of a finger. Not unit; empty where there is nothing.
std::optional<Vec3> directionOf(const Scene& scene, const Figure& figure, const Stance& stance,
                                Role role, std::size_t bone = 0);

/// A part of a foot that may stand on the floor.
struct SolePoint {
    NodeIndex row = kNoNode;
    Vec3 at = Vec3::Zero();  ///< in the frame of the bone
    double rests = 0;        ///< over the sole in the reference pose, along the up axis [m]
};

/// Ankles and balls of the feet, and soles of legs without feet. Not the tips of toes: captures
/// seldom bend toes, and their tips go through the floor at each step.
std::vector<SolePoint> solesOf(const Scene& scene, const Figure& figure, const Stance& stance);

/// Between the heads of both thighs; the hips where there are none.
Vec3 middleOfThighs(const Figure& figure, const std::vector<WorldTransform>& world);

}  // namespace posewright::retarget

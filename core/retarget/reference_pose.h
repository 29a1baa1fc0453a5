#pragma once

#include "core/document/document.h"
#include "core/retarget/figure.h"
#include "core/retarget/leg_end.h"

#include <array>
#include <optional>
#include <vector>

/// A figure in its reference pose. For core/retarget and others that read motion by roles.
namespace posewright::retarget {

/// How high parts of a foot are above the floor where it stands in a motion. [m]
struct StandingHeights {
    double ankle = 0, ball = 0;
};

/// A figure in a reference pose, with its own left, up and forward directions.
struct ReferencePose {
    std::vector<WorldTransform> world;  ///< the reference pose, one per node
    Mat3 body = Mat3::Identity();       ///< columns: its left, its up, its forward; a rotation
    double leg = 1;     ///< length from the head of a thigh along the leg to the sole [m]
    double ankle = 0;   ///< height of the ankle above the sole of a resting foot [m]
    bool legs = false;  ///< whether the figure has legs; if not, `leg` and `ankle` are defaults
    std::array<std::optional<LegEnd>, 2> legEnds;            ///< of the left leg and the right one
    std::array<std::optional<StandingHeights>, 2> standing;  ///< likewise, of feet, if known

    Vec3 up() const { return body.col(1); }
    double height(const Vec3& place) const { return up().dot(place); }
    const std::optional<LegEnd>& legEnd(BodySide side) const
    {
        return legEnds[side == BodySide::Right ? 1 : 0];
    }
    const std::optional<StandingHeights>& standingOf(BodySide side) const
    {
        return standing[side == BodySide::Right ? 1 : 0];
    }
};

/// @pre local.size() == scene.size()
ReferencePose referencePoseOf(const Scene& scene, const Figure& figure,
                              const std::vector<Transform>& local);

/// Whether both thighs point down, so that the pose counts as standing. True without legs.
bool stands(const ReferencePose& reference, const Figure& figure);

/// Local transforms of the pose that the meshes are bound in; empty if no skin covers the figure's
/// bones.
std::vector<Transform> bindPose(const Scene& scene, const Figure& figure);

/// Reference::Kind::Automatic: of the bind pose, the rest pose and the first frame, the first that
/// stands; the rest pose if none does. Local transforms.
std::vector<Transform> standingPose(const Document& doc, const Figure& figure);

/// The vector from a role's bone to what it points to: the head of the next role's first bone, or
/// its own tip for the last bone of a finger. Nullopt if there is neither.
std::optional<Vec3> directionOf(const Scene& scene, const Figure& figure,
                                const ReferencePose& reference, Role role, std::size_t bone = 0);

/// A part of a foot that may stand on the floor.
struct SolePoint {
    NodeIndex row = kNoNode;
    Vec3 at = Vec3::Zero();  ///< in the frame of the bone
    double rests = 0;        ///< height above the sole in the reference pose [m]
};

/// Ankles and balls of the feet, and soles of legs without feet. Not the tips of toes: captures
/// seldom bend toes, so that their tips go through the floor at each step.
std::vector<SolePoint> solesOf(const Scene& scene, const Figure& figure,
                               const ReferencePose& reference);

/// How far the vertices that feet move reach below the lowest joint or tip of a foot, as in boots;
/// 0 without meshes. What hangs deeper than the shin is long counts as no sole. [m]
double bootsOf(const Scene& scene, const Figure& figure, const ReferencePose& reference);

/// The middle between the heads of both thighs; the hips if there are no thighs.
Vec3 middleOfThighs(const Figure& figure, const std::vector<WorldTransform>& world);

}  // namespace posewright::retarget

#pragma once

#include "core/evaluate/evaluate.h"
#include "core/retarget/figure.h"

#include <initializer_list>
#include <optional>

/// The chains of a figure that a drag leads. Not for use outside core/operate.
namespace posewright::operate {

/// A chain whose end is led to a place.
struct Led {
    NodeIndex root = kNoNode;
    NodeIndex end = kNoNode;
    Vec3 point = Vec3::Zero();  ///< that is led, in the end's own axes, world lengths
    Vec3 place = Vec3::Zero();  ///< world [m]
    std::optional<Quat> turn;   ///< world, that the end keeps
};

bool isOneOf(const retarget::Figure& figure, NodeIndex row,
             std::initializer_list<retarget::Role> roles);
bool isFoot(const retarget::Figure& figure, NodeIndex row);

/// What moves where the body that a bone is of does: the hips, or the bone above it that hangs on
/// none, or itself. Bones above hips stay: they carry the figure through the world.
NodeIndex topOf(const Scene& scene, const retarget::Figure& figure, NodeIndex row);

/// The topmost bone that turns where the limb of an end bends; the end itself: none does. Limbs
/// begin below a bone on which several hang.
NodeIndex chainRoot(const Scene& scene, NodeIndex end);

/// Of its bones together. [m]
double lengthOf(const Scene& scene, const Evaluation& shown, const Led& led);

/// Bends the chain of a pose so that its end comes to its place, or as near as it can.
void bend(const Scene& scene, const Led& led, Evaluation& pose);

}  // namespace posewright::operate

#pragma once

#include "core/evaluate/evaluate.h"
#include "core/retarget/figure.h"

#include <initializer_list>
#include <optional>

/// The chains of a figure that a drag moves. Internal to this folder.
namespace posewright::operate {

/// A chain whose end is brought to a place.
struct Led {
    NodeIndex root = kNoNode;
    NodeIndex end = kNoNode;
    Vec3 point = Vec3::Zero();  ///< the point to bring there, in the end's axes, world lengths
    Vec3 place = Vec3::Zero();  ///< world [m]
    std::optional<Quat> turn;   ///< world rotation that the end keeps
};

bool isOneOf(const retarget::Figure& figure, NodeIndex row,
             std::initializer_list<retarget::Role> roles);
bool isFoot(const retarget::Figure& figure, NodeIndex row);

/// The bone that moves the body that a bone belongs to: the hips, else the topmost bone above it,
/// else itself. Bones above the hips are not moved, since they place the figure in the world.
NodeIndex topOf(const Scene& scene, const retarget::Figure& figure, NodeIndex row);

/// The topmost bone that turns when the limb with this end bends; `end` itself if there is none.
/// Limbs begin below a bone with several children.
NodeIndex chainRoot(const Scene& scene, NodeIndex end);

/// The summed length of its bones. [m]
double lengthOf(const Scene& scene, const Evaluation& shown, const Led& led);

/// Bends the chain in a pose so that its end comes to its place, or as near as possible.
void bend(const Scene& scene, const Led& led, Evaluation& pose);

}  // namespace posewright::operate

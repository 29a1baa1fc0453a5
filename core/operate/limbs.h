#pragma once

#include "core/retarget/figure.h"
#include "core/scene/scene.h"

#include <optional>

/// The roles of bones, as far as names and lengths show them.
namespace posewright::operate {

/// The root of a two-bone limb with this effector; bones of almost no length are not counted. One
/// bone if there are not two; kNoNode if there is none.
NodeIndex limbRoot(const Scene& scene, NodeIndex effector);

/// The same by the roles of the bones: from the upper arm or the thigh on, if the effector is the
/// hand or foot of the figure or, where it has none, hangs on the forearm or shin. Others as above.
NodeIndex limbRoot(const Scene& scene, const retarget::Figure& figure, NodeIndex effector);

/// Where the arm of a bone below a hand begins, the upper arm: of a finger, also below the last of
/// its joints, or of what the hand holds. kNoNode: it is below no hand of a figure with such an
/// arm.
NodeIndex armAbove(const Scene& scene, const retarget::Figure& figure, NodeIndex bone);

/// A limb, by the rows of its joints.
struct Limb {
    NodeIndex root = kNoNode;
    NodeIndex end = kNoNode;
};

/// The arm that a bone belongs to: any from the collar bone to the hand, that of the hand; one
/// below the hand, from the upper arm to this bone. Nullopt: it is of no arm of the figure.
std::optional<Limb> armOf(const Scene& scene, const retarget::Figure& figure, NodeIndex bone);

/// The joint that only marks where a finger ends, below its last bone: it has no bone below it, and
/// moves no vertex of a figure with a skin, or is called an end, a tip or a nub. kNoNode: below
/// this bone there is no such joint.
NodeIndex fingertip(const Scene& scene, const retarget::Figure& figure, NodeIndex bone);

/// The first bone of the line of bones that ends with this one: the one below the nearest bone with
/// several bones below it, or below none.
NodeIndex lineRoot(const Scene& scene, NodeIndex end);

/// For a bone named hand, wrist, foot or ankle: the joint where the two long bones of its limb end,
/// the topmost of those at one place. Other bones are returned themselves.
NodeIndex limbEnd(const Scene& scene, NodeIndex bone);

/// The first bone on the way from the hips to the spine: the spine itself, unless bones are between
/// them. kNoNode: there are no hips or no spine, or the spine is not below the hips.
NodeIndex trunkAbove(const Scene& scene, const retarget::Figure& figure);

}  // namespace posewright::operate

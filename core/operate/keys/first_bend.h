#pragma once

#include "core/operate/operate.h"

#include <array>
#include <optional>
#include <span>

namespace posewright::operate {

/// An arm or a leg of a figure that is straight at rest: nothing but the body says to which side it
/// bends, so elbows go to the back and a little down, and knees to the front.
struct StraightLimb {
    std::array<NodeIndex, 3> joints{};
    NodeIndex hips = kNoNode;
    Vec3 bends = Vec3::Zero();  ///< that side, on the figure at rest
};
/// The limb with these joints; nullopt if it is none, or bent at rest.
std::optional<StraightLimb> straightLimb(const Scene& scene, std::span<const NodeIndex> joints);

/// Are three joints in a line, one behind the other?
bool areStraight(const Vec3& root, const Vec3& middle, const Vec3& end);

/// The edits, with a bend for each straight limb that they bend first: whose target gets a key
/// while the limb is straight there and at all its keys. Targets with a keyed pole and limbs with
/// keys of their own get nothing added.
Edits bentFirst(const Document& before, const Edits& edits, const edit::Context& context);

}  // namespace posewright::operate

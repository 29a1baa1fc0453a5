#pragma once

#include "core/scene/scene.h"

#include <string>
#include <vector>

/// What the bones of a body are, as far as their names and lengths tell.
namespace posewright::operate {

/// The words of a name in small letters: "control-foot-roll.l" has four, "handIK.l" three.
std::vector<std::string> wordsOf(const std::string& name);

/// Two bones of some length above the effector; joints close together count for nothing. Less where
/// there is less above it, kNoNode: nothing.
NodeIndex limbRoot(const Scene& scene, NodeIndex effector);

/// The joint where the two long bones of a limb end, seen from a bone that is called a hand, wrist,
/// foot or ankle: the topmost of those that lie on one another. Other bones are their own.
NodeIndex limbEnd(const Scene& scene, NodeIndex bone);

}  // namespace posewright::operate

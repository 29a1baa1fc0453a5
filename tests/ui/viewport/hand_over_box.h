#pragma once

#include "core/operate/operate.h"
#include "tests/support/biped.h"

#include <initializer_list>

namespace posewright::test {

/// A left hand with a target above a box, with flesh on some bones of its arm.
inline Document handOverBox(std::initializer_list<const char*> fleshed)
{
    const Document bare = edited(biped(), {{{"edit", "addBox"},
                                            {"name", "Box"},
                                            {"size", {0.2, 0.2, 0.2}},
                                            {"position", {0.35, 1.05, 0.1}}},
                                           addTarget("hand", "LeftHand", "LeftArm"),
                                           targetKey("hand", 0, {0.35, 1.4, 0.1})});
    operate::AddFlesh flesh;
    for (const char* bone : fleshed) flesh.bones.push_back(nodeNamed(bare, bone));
    return *edit::applyEach(bare, *operate::edits(bare, flesh));
}

}  // namespace posewright::test

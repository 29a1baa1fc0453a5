#pragma once

#include "core/operate/targets/cure_case.h"

namespace posewright::operate {

/// A chain that reaches farther. Internal to this folder.
struct WidenedChain {
    NodeId joint = NodeId::None;
    double by = 0;  ///< [rad]
    CureTrial trial;
};
/// The joint whose limit contributes most to the miss, widened by as few degrees as needed.
std::optional<WidenedChain> limitWidened(const CureCase& of);

struct StretchedChain {
    double share = 0;
    CureTrial trial;
};
/// Bones that may become longer, by as few percent as meet the target.
std::optional<StretchedChain> bonesStretched(const CureCase& of);

}  // namespace posewright::operate

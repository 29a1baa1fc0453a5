#pragma once

#include "core/ik/limits/limited_joint.h"

namespace posewright::ik {

/// The joints with a limit that a goal may turn or slide, prepared for many looks at them.
struct LimitSet {
    std::vector<int> rowOf;  ///< per joint of the problem, -1: not among them; empty: none is
    std::vector<LimitedJoint> joints;
    std::vector<LimitedState> states;  ///< as last clamped

    bool empty() const { return rowOf.empty(); }
    void clear()
    {
        rowOf.clear();
        joints.clear();
        states.clear();
    }
};

/// Returns whether there is one. O(1) where no joint of a chain is limited, but for the walk.
bool findLimited(const Problem&, LimitSet&);

/// Brings those joints inside their limits.
void clampPose(const Problem&, LimitSet&, std::vector<Quat>& rotations,
               std::vector<double>& slides);

/// Fills limitViolation and activeLimits for those joints.
void measureLimits(const Problem&, const LimitSet&, Solution&);

}  // namespace posewright::ik

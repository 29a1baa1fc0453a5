#pragma once

#include "core/ik/limits/limited_joint.h"

namespace posewright::ik {

/// The limited joints that a goal may turn or slide, prepared for repeated clamping.
struct LimitSet {
    std::vector<int>
        rowOf;  ///< per joint of the problem; -1: not in the set; empty: the set is empty
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

/// Fills the set; returns whether there are any.
bool findLimited(const Problem&, LimitSet&);

/// Clamps those joints to their limits.
void clampPose(const Problem&, LimitSet&, std::vector<Quat>& rotations,
               std::vector<double>& slides);

/// Fills limitViolation and activeLimits for those joints.
void measureLimits(const Problem&, const LimitSet&, Solution&);

}  // namespace posewright::ik

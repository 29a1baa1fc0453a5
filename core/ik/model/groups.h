#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// The goals of a problem in groups that can be solved one after another: two goals are in one
/// group if both may turn the same joint or move the root. A group comes after those that move its
/// chains. The order inside a group does not depend on the order in Problem::goals.
struct Groups {
    std::vector<int> goals;  ///< rows of Problem::goals, group after group
    std::vector<int> ends;   ///< of each group, in `goals`

    int count() const { return static_cast<int>(ends.size()); }
    std::span<const int> group(int i) const
    {
        const int from = i == 0 ? 0 : ends[i - 1];
        return std::span(goals).subspan(from, ends[i] - from);
    }

    std::vector<int> leader;  ///< scratch: per goal, another goal of its group
    std::vector<int> owner;   ///< scratch: per joint, a goal that turns it, or -1
};

void groupGoals(const Problem&, Groups&);

}  // namespace posewright::ik

#pragma once

#include "core/ik/steps/outcome.h"

namespace posewright::ik {

/// How a method solves one group of goals: a single goal on the workspace's Chain; goals that share
/// joints or move the root on its Bodies. Both are set to the pose in `out` and count iterations
/// from out.report.iterations.
struct GroupMethod {
    Outcome (*chain)(const Problem&, const Goal&, const Settings&, Workspace&, Solution& out);
    Outcome (*bodies)(const Problem&, const Settings&, Workspace&, Solution& out);
    /// Tried before `chain`, if not null: solves the chain and writes its rotations, or does
    /// nothing and returns false.
    bool (*quick)(const Problem&, const Goal&, const Settings&, Workspace&, Solution& out,
                  Outcome&) = nullptr;
};

/// solveGroups (solve_groups.h) with a method: chooses between `chain` and `bodies` for each group,
/// and also writes rotations and root position.
void solveByMethod(const Problem&, const Settings&, Workspace&, Solution& out, const GroupMethod&);

}  // namespace posewright::ik

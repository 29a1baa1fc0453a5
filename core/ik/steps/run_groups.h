#pragma once

#include "core/ik/steps/outcome.h"

namespace posewright::ik {

/// How a method solves one group of goals: a goal alone as the workspace's Chain, goals that
/// share joints, or move the root, as its Bodies. Both are set to the pose in `out`, and count
/// their iterations on from out.report.iterations.
struct GroupMethod {
    Outcome (*chain)(const Problem&, const Goal&, const Settings&, Workspace&, Solution& out);
    Outcome (*bodies)(const Problem&, const Settings&, Workspace&, Solution& out);
    /// Asked before `chain`, where not null: solves the chain and writes its rotations, or returns
    /// false and has done nothing.
    bool (*quick)(const Problem&, const Goal&, const Settings&, Workspace&, Solution& out,
                  Outcome&) = nullptr;
};

/// Solves group after group, each on the pose that the earlier ones left, and writes rotations,
/// root position, iterations and the reason of stopping.
void runGroups(const Problem&, const Settings&, Workspace&, Solution& out, const GroupMethod&);

}  // namespace posewright::ik

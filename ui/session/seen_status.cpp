#include "ui/session/seen_status.h"

namespace posewright::ui {

namespace {

/// Length of the chain in the rest pose, from root to effector. [m]
double chainLength(const Scene& scene, const Constraint& constraint)
{
    double length = 0;
    NodeIndex row = scene.find(constraint.effector);
    while (row != kNoNode && scene[row].id != constraint.root) {
        length += scene[row].rest.translation.norm();
        row = scene[row].parent;
    }
    return length;
}

}  // namespace

ik::Status seenStatus(const Document& doc, const TargetStatus& status)
{
    if (status.status != ik::Status::Softened) return status.status;
    const Constraint* constraint = findConstraint(*doc.rig, status.constraint);
    if (!constraint) return status.status;
    const bool seen = status.positionError >= kUnseenEasing * chainLength(*doc.scene, *constraint);
    return seen ? status.status : ik::Status::Reached;
}

ik::Status worstSeen(const Document& doc, const Evaluation& evaluation)
{
    bool unseen = false;
    for (const TargetStatus& target : evaluation.targets)
        unseen = unseen || seenStatus(doc, target) != target.status;
    if (!unseen) return worst(evaluation);
    Evaluation seen;
    seen.targets = evaluation.targets;
    for (TargetStatus& target : seen.targets) target.status = seenStatus(doc, target);
    return worst(seen);
}

}  // namespace posewright::ui

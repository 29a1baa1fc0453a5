#include "ui/session/seen_status.h"

#include "core/evaluate/small_miss.h"

namespace posewright::ui {

ik::Status seenStatus(const Document& doc, const TargetStatus& status)
{
    if (isSmallMiss(doc, status)) return ik::Status::Softened;
    if (status.status != ik::Status::Softened) return status.status;
    TargetStatus eased = status;
    eased.orientationError = 0;  // easing is about places
    const Constraint* constraint = findConstraint(*doc.rig, status.constraint);
    const bool met = constraint && !constraint->turnOnly() && isNearlyMet(doc, eased);
    return met ? ik::Status::Reached : ik::Status::Softened;
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

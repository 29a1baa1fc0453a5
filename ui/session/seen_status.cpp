#include "ui/session/seen_status.h"

#include "core/evaluate/small_miss.h"

namespace posewright::ui {

ik::Status seenStatus(const Document& doc, const TargetStatus& status)
{
    if (isSmallMiss(doc, status)) return ik::Status::Softened;
    return status.status == ik::Status::Softened && isSmallOffset(doc, status) ? ik::Status::Reached
                                                                               : status.status;
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

#include "core/evaluate/small_miss.h"

#include "core/evaluate/chain_length.h"

namespace posewright {

bool isSmallOffset(const Document& doc, const TargetStatus& status)
{
    const Constraint* constraint = findConstraint(*doc.rig, status.constraint);
    return constraint && !constraint->turnOnly() &&
           status.positionError < kSmallMiss * chainLength(*doc.scene, *constraint);
}

bool isSmallMiss(const Document& doc, const TargetStatus& status)
{
    switch (status.status) {
    case ik::Status::Limited:
    case ik::Status::Unreachable:
    case ik::Status::Conflict: break;
    default: return false;
    }
    const Constraint* constraint = findConstraint(*doc.rig, status.constraint);
    return constraint && status.orientationError < kSmallTurn &&
           (constraint->turnOnly() || isSmallOffset(doc, status));
}

}  // namespace posewright

#pragma once

#include "tests/support/figures.h"
#include "ui/session/session.h"

namespace posewright::test {

/// The target of arm().
constexpr ConstraintId kHand = ConstraintId(200);

inline Document arm()
{
    return chainDocument(4, 0.3, 40);
}

inline edit::SetTargetKey keyAt(double frame, const Vec3& position)
{
    edit::SetTargetKey key;
    key.target = kHand;
    key.frame = frame;
    key.position = position;
    return key;
}

}  // namespace posewright::test

#pragma once

#include "core/math/rotation.h"
#include "tests/ui/viewport/view_hand.h"

#include <QSignalSpy>
#include <QtTest>

/// Arms to take hold of in the view.
namespace posewright::test::arms {

using namespace posewright::ui;

using Desk = test::ViewHand;

/// Four bones of an arm with no target on it.
inline Document freeArm()
{
    return *edit::apply(test::chainDocument(4, 0.3, 20), edit::RemoveTarget{ConstraintId(200)});
}

/// The arm with a target that acts over the whole range.
inline Document heldArm()
{
    return test::withKeys(test::chainDocument(4, 0.3, 20), NodeId(100), {{0, {0.5, 0.6, 0.2}}});
}

inline constexpr NodeId kTarget = NodeId(100);
inline constexpr NodeId kRoot = NodeId(1);
inline constexpr NodeId kElbow = NodeId(2);
inline constexpr NodeId kHand = NodeId(5);

}  // namespace posewright::test::arms

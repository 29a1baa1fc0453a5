#pragma once

#include "core/base/members.h"
#include "core/ik/solver.h"

/// The members of joints and goals, for memo keys of solves: see core/base/members.h.
namespace posewright::ik {

constexpr auto describe(Of<Joint>)
{
    using J = Joint;
    return members<J>(always("parent", &J::parent), always("offset", &J::offset),
                      always("rest", &J::rest), always("limit", &J::limit));
}

constexpr auto describe(Of<Goal>)
{
    using G = Goal;
    return members<G>(
        always("effector", &G::effector), always("root", &G::root), always("kind", &G::kind),
        always("position", &G::position), always("orientation", &G::orientation),
        always("weight", &G::weight), always("pole", &G::pole), always("soft", &G::soft),
        always("least", &G::least), always("pinned", &G::pinned), always("stretch", &G::stretch));
}

}  // namespace posewright::ik

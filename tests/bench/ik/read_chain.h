#pragma once

#include "core/ik/model/chain.h"
#include "core/ik/workspace.h"
#include "tests/support/ik_sets.h"

namespace posewright::bench {

/// Nine bones, read once into a chain that can be set back, to time a method without its reading.
struct ReadChain {
    test::Rig rig = test::rigThrough(test::arcPoints(9));
    ik::Problem problem = rig.problem();
    ik::Workspace workspace;
    ik::Chain start;

    ReadChain()
    {
        extractChain(problem, rig.start, Vec3::Zero(), rig.goals[0], start);
        workspace.of<ik::Chain>() = start;
    }
    void reset()
    {
        ik::Chain& chain = workspace.of<ik::Chain>();
        chain.x = start.x;
        chain.y = start.y;
        chain.z = start.z;
        chain.root = start.root;
    }
};

}  // namespace posewright::bench

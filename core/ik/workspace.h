#pragma once

#include "core/ik/model/bodies.h"
#include "core/ik/model/chain.h"
#include "core/ik/model/chain_frames.h"
#include "core/ik/model/groups.h"
#include "core/ik/model/joint_space.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/steps/body_newton.h"
#include "core/ik/steps/fabrik_points.h"
#include "core/ik/steps/limited_descent.h"

namespace posewright::ik {

/// Memory that solves reuse. Nothing in it outlives a solve but its capacity.
struct Workspace {
    std::vector<Quat> start;      ///< a copy, where the caller's start is the solution's memory
    std::vector<Goal> goals;      ///< a copy, where pinned ones change the others
    std::vector<Vec3> positions;  ///< of the returned pose
    std::vector<Quat> worldRotations;  ///< of the returned pose
    LimitSet limited;                  ///< empty where no joint of a chain is limited
    Groups groups;
    Chain chain;
    ChainFrames frames;
    std::vector<Vec3> points;  ///< of the chain
    Bodies bodies;
    std::vector<Quat> best;  ///< rotations of the bodies with the least error so far
    BodyNewton newton;
    PointTree tree;
    LmMemory lm;
    JointSpace space;
};

}  // namespace posewright::ik

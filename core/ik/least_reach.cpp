#include "core/ik/solver.h"

namespace posewright::ik {

double leastReach(const Problem& problem, const Goal& goal)
{
    constexpr int kSeeds = 8;
    constexpr int kIterations = 60;
    // Start from the middle of the limits, so that the result depends on the rig only, not on the
    // pose.
    std::vector<Quat> start(problem.start.begin(), problem.start.end());
    for (std::size_t j = 0; j < start.size(); ++j) {
        const Joint& joint = problem.joints[j];
        if (joint.limit.index() != 0) start[j] = joint.rest;
    }
    Problem own = problem;
    own.start = start;
    own.rootMoves = false;
    std::vector<Vec3> positions;
    std::vector<Quat> world;
    forwardKinematics(own, start, own.basePosition + own.baseRotation * own.joints[0].offset,
                      positions, world);
    Goal home;
    home.effector = goal.effector;
    home.root = goal.root;
    home.position = positions[goal.root];
    own.goals = std::span(&home, 1);
    Settings settings;
    settings.seeds = kSeeds;
    settings.maxIterations = kIterations;
    const Solution solution = solve(*findSolver("lm"), own, settings);
    return solution.report.status == Status::Reached ? 0 : solution.report.goals[0].positionError;
}

}  // namespace posewright::ik

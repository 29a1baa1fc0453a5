#include "tests/core/ik/example_solver.h"

#include <cmath>

namespace posewright::test {

namespace {

/// The joints from the goal's root to its effector.
std::vector<ik::JointIndex> exampleChain(const ik::Problem& problem)
{
    const ik::Goal& goal = problem.goals[0];
    std::vector<ik::JointIndex> chain{goal.effector};
    while (chain.back() != goal.root) chain.push_back(problem.joints[chain.back()].parent);
    return {chain.rbegin(), chain.rend()};
}

struct ExamplePose {
    std::vector<Vec3> position;
    std::vector<Quat> rotation;
};

ExamplePose exampleForward(const ik::Problem& problem, const ik::Solution& pose)
{
    ExamplePose world;
    for (std::size_t j = 0; j < problem.joints.size(); ++j) {
        const ik::Joint& joint = problem.joints[j];
        const bool top = joint.parent < 0;
        const Quat above = top ? problem.baseRotation : world.rotation[joint.parent];
        world.position.push_back(top ? pose.rootPosition
                                     : Vec3(world.position[joint.parent] + above * joint.offset));
        world.rotation.push_back(above * pose.rotations[j]);
    }
    return world;
}

void solveExample(const ik::Problem& problem, const ik::Settings& settings, ik::Workspace&,
                  ik::Solution& out)
{
    const std::vector<ik::JointIndex> chain = exampleChain(problem);
    const Vec3 goal = problem.goals[0].position;
    double length = 0;
    for (std::size_t i = 1; i < chain.size(); ++i) length += problem.joints[chain[i]].offset.norm();
    out.report.status = ik::Status::IterationLimit;
    for (; out.report.iterations < settings.maxIterations; ++out.report.iterations) {
        const ExamplePose now = exampleForward(problem, out);
        if ((now.position[chain.back()] - goal).norm() <= settings.tolerance * length) {
            out.report.status = ik::Status::Reached;
            return;
        }
        for (std::size_t i = chain.size() - 1; i-- > 0;) {
            const ik::JointIndex joint = chain[i];
            const ExamplePose world = exampleForward(problem, out);
            const Vec3 to = world.position[chain.back()] - world.position[joint];
            const Vec3 wanted = goal - world.position[joint];
            const Quat turn = Quat::Identity().slerp(0.7, Quat::FromTwoVectors(to, wanted));
            const Quat above = world.rotation[joint] * out.rotations[joint].conjugate();
            out.rotations[joint] =
                (above.conjugate() * turn * above * out.rotations[joint]).normalized();
        }
    }
}

}  // namespace

ik::Solver exampleSolver()
{
    ik::Solver row;
    row.id = "example";
    row.title = "Cyclic descent by parts";
    row.reference = "Wang & Chen, A combined optimization method, 1991, section III";
    row.abilities = {};  // one goal's position, and nothing else
    row.solve = solveExample;
    return row;
}

}  // namespace posewright::test

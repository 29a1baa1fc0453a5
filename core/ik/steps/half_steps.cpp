#include "core/ik/steps/half_steps.h"

#include "core/ik/steps/limited_descent.h"
#include "core/ik/workspace.h"

namespace posewright::ik {

void HalfSteps::show(HalfStep::Stage stage, int iteration, JointIndex joint)
{
    stopped_ = !(*observer_)({stage, iteration, joint, joints_, points_});
}

void HalfSteps::chain(HalfStep::Stage stage, int iteration, const Chain& chain,
                      std::span<const Vec3> points, JointIndex joint)
{
    if (!*this) return;
    joints_ = chain.joints;
    points_.assign(points.begin(), points.end());
    for (Vec3& point : points_) point += chain.origin;
    show(stage, iteration, joint);
}

void HalfSteps::bodies(HalfStep::Stage stage, int iteration, const Problem& problem,
                       const Bodies& bodies, const PointTree& tree)
{
    if (!*this) return;
    joints_.clear();
    points_.clear();
    for (const auto& point : tree.points) points_.push_back(point.position);
    for (std::size_t b = 0; b < bodies.list.size(); ++b) {
        joints_.push_back(bodies.list[b].joint);
        if (stage == HalfStep::Stage::Outwards) points_[b] = bodies.list[b].position;
    }
    for (std::size_t k = 0; k < bodies.pulls.size(); ++k) {
        joints_.push_back(problem.goals[bodies.pulls[k].goal].effector);
        if (stage == HalfStep::Stage::Outwards)
            points_[bodies.list.size() + k] = bodies.pulls[k].position;
    }
    show(stage, iteration, -1);
}

void HalfSteps::tree(HalfStep::Stage stage, int iteration, const LimitedTree& tree,
                     std::span<const LimitedPull> pulls)
{
    if (!*this) return;
    joints_.clear();
    points_.clear();
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
        joints_.push_back(tree.joints[i].joint);
        points_.push_back(stage == HalfStep::Stage::Inwards ? pulls[i].position
                                                            : tree.joints[i].position);
    }
    show(stage, iteration, -1);
}

void HalfSteps::space(int iteration, const JointSpace& space, JointIndex joint)
{
    if (!*this) return;
    joints_ = space.order;
    points_.clear();
    for (const JointIndex j : joints_) points_.push_back(space.positions[j]);
    show(HalfStep::Stage::Joint, iteration, joint);
}

void iterateOnBodies(const Problem& problem, Bodies& bodies, PointTree& tree, int iteration,
                     HalfSteps& halves)
{
    if (!halves) {
        reachOnBodies(problem, bodies, tree);
        return;
    }
    const std::function<void()> between = [&] {
        halves.bodies(HalfStep::Stage::Inwards, iteration, problem, bodies, tree);
    };
    reachOnBodies(problem, bodies, tree, &between);
    halves.bodies(HalfStep::Stage::Outwards, iteration, problem, bodies, tree);
}

double iterateUnderLimits(const Problem& problem, Workspace& workspace, ConeForm form,
                          int iteration, HalfSteps& halves)
{
    LimitedDescent& descent = workspace.of<LimitedDescent>();
    LimitedTree& tree = descent.tree;
    auto& pulls = workspace.of<std::vector<LimitedPull>>();
    std::function<void()> between;
    if (halves) between = [&] { halves.tree(HalfStep::Stage::Inwards, iteration, tree, pulls); };
    reachUnderLimits(problem, tree, pulls, form, between ? &between : nullptr);
    const double cost = tree.place(problem, descent.step.error);
    halves.tree(HalfStep::Stage::Outwards, iteration, tree, pulls);
    return cost;
}

}  // namespace posewright::ik

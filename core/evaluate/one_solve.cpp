#include "core/evaluate/one_solve.h"

#include "core/evaluate/joint_slide.h"

#include <algorithm>
#include <set>
#include <string>

namespace posewright {

namespace {

/// The lowest node that is the root of every goal, or above it; kNoNode if there is none.
NodeIndex top(const Scene& scene, std::span<const NodeGoal> goals)
{
    NodeIndex node = goals.front().root;
    for (const NodeGoal& goal : goals)
        while (node != kNoNode && node != goal.root && !scene.isAbove(node, goal.root))
            node = scene[node].parent;
    return node;
}

NodeIndex metBy(const NodeGoal& goal)
{
    const NodeIndex* other = otherJoint(goal.kind);
    return other ? *other : kNoNode;
}

Result<void> checkGoals(const Scene& scene, std::span<const NodeGoal> goals)
{
    if (goals.empty()) return Error{.message = "no goal is given"};
    for (const NodeGoal& goal : goals)
        for (const NodeIndex end : {goal.effector, metBy(goal)})
            if (end != kNoNode && scene.path(goal.root, end).empty())
                return Error{.message = "'" + scene[goal.root].name + "' is not above '" +
                                        scene[end].name + "'",
                             .advice = end == goal.effector
                                           ? "the root of a chain is its effector or a joint "
                                             "above it"
                                           : "a closed loop hangs from a joint above both ends"};
    return {};
}

int jointOf(const OneSolve& solve, NodeIndex row)
{
    return static_cast<int>(std::lower_bound(solve.nodes.begin(), solve.nodes.end(), row) -
                            solve.nodes.begin());
}

/// Adds the joints of the listed nodes, in the pose.
void addJoints(const Scene& scene, const Evaluation& pose, NodeIndex first, OneSolve& out)
{
    WorldTransform above;
    if (scene[first].parent != kNoNode) above = pose.world[scene[first].parent];
    out.basePosition = above.position;
    out.baseRotation = above.rotation;
    for (const NodeIndex row : out.nodes) {
        const WorldTransform& from = row == first ? above : pose.world[scene[row].parent];
        ik::Joint joint;
        if (row != first) joint.parent = jointOf(out, scene[row].parent);
        // Taken from world places, so that the offsets include scale above the chain.
        joint.offset = from.rotation.conjugate() * (pose.world[row].position - from.position);
        joint.rest = scene[row].rest.rotation;
        if (const BonePart* bone = scene[row].bone()) joint.limit = bone->limit;
        const JointSlide slide = splitSlide(scene[row].rest, pose.local[row], from, joint);
        if (std::holds_alternative<PrismaticLimit>(joint.limit) && out.slides.empty()) {
            out.slides.assign(out.nodes.size(), 0.0);
            out.units.assign(out.nodes.size(), 1.0);
        }
        if (!out.slides.empty()) {
            out.slides[out.joints.size()] = slide.travel;
            out.units[out.joints.size()] = slide.unit;
        }
        out.joints.push_back(joint);
        out.start.push_back(pose.local[row].rotation);
    }
}

}  // namespace

Result<OneSolve> makeOneSolve(const Scene& scene, const Evaluation& pose,
                              std::span<const NodeGoal> goals)
{
    if (Result<void> fine = checkGoals(scene, goals); !fine) return fine.error();
    const NodeIndex first = top(scene, goals);
    if (first == kNoNode)
        return Error{.message = "the goals are on skeletons that share no joint",
                     .advice = "solve them one after the other"};

    std::set<NodeIndex> rows;
    for (const NodeGoal& goal : goals)
        for (const NodeIndex end : {goal.effector, metBy(goal)})
            if (end != kNoNode)
                for (const NodeIndex row : scene.path(first, end)) rows.insert(row);
    OneSolve out;
    out.nodes.assign(rows.begin(), rows.end());
    addJoints(scene, pose, first, out);
    for (const NodeGoal& goal : goals) {
        ik::Goal g;
        g.effector = jointOf(out, goal.effector);
        g.root = jointOf(out, goal.root);
        g.position = goal.position;
        g.orientation = goal.orientation;
        g.weight = goal.weight;
        g.pole = goal.pole;
        g.kind =
            withJoint<ik::JointIndex>(goal.kind, [&](NodeIndex row) { return jointOf(out, row); });
        out.goals.push_back(g);
    }
    return out;
}

std::vector<Transform> posedLocally(const Scene& scene, const Evaluation& pose,
                                    const OneSolve& solve, const ik::Solution& solution)
{
    std::vector<Transform> local = pose.local;
    for (std::size_t j = 0; j < solve.nodes.size(); ++j) {
        Transform& at = local[solve.nodes[j]];
        at.rotation = solution.rotations[j];
        if (const auto* slide = std::get_if<PrismaticLimit>(&solve.joints[j].limit))
            at.translation += slideBy(scene[solve.nodes[j]].rest, *slide, solve.units[j],
                                      solve.slides[j], solution.slides[j]);
    }
    return local;
}

std::vector<WorldTransform> posed(const Scene& scene, const Evaluation& pose, const OneSolve& solve,
                                  const ik::Solution& solution)
{
    return worldTransforms(scene, posedLocally(scene, pose, solve, solution));
}

}  // namespace posewright

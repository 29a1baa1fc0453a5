#include "core/ik/report/problem_faults.h"

#include "core/ik/model/goal_joints.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

// Squares and sums of numbers below this are finite.
bool solversUsable(double v)
{
    return std::abs(v) < 1e100;
}
bool solversUsable(const Vec3& v)
{
    return solversUsable(v.x()) && solversUsable(v.y()) && solversUsable(v.z());
}
bool isRotation(const Quat& q)
{
    return std::abs(q.squaredNorm() - 1) < 1e-3;
}
std::string jointText(const char* before, int joint, const char* after)
{
    return std::string(before) + std::to_string(joint) + after;
}

bool isAtOrBelow(const Problem& problem, JointIndex root, JointIndex joint)
{
    while (joint > root) joint = problem.joints[joint].parent;
    return joint == root;
}

std::string goalFault(const Problem& problem, const Abilities& can, const Goal& goal)
{
    const int joints = static_cast<int>(problem.joints.size());
    if (goal.effector < 0 || goal.effector >= joints)
        return jointText("there is no joint ", goal.effector, " to be an effector");
    if (goal.root < 0 || goal.root >= joints)
        return jointText("there is no joint ", goal.root, " to be a root");
    if (!isAtOrBelow(problem, goal.root, goal.effector))
        return jointText("joint ", goal.root, " is not above its effector");
    if (!solversUsable(goal.position)) return "a goal's position is not a number";
    if (goal.orientation && !isRotation(*goal.orientation))
        return "a goal's orientation is not a rotation";
    if (!(goal.weight > 0) || !solversUsable(goal.weight)) return "a goal's weight is not positive";
    if (goal.pole && !solversUsable(*goal.pole)) return "a goal's pole is not a number";
    if (!(goal.soft >= 0 && goal.soft < 1)) return "a goal's soft share is outside [0, 1)";
    if (!(goal.least >= 0) || !solversUsable(goal.least)) return "a goal's least reach is negative";
    if (goal.orientation && !can.orientation) return "this solver serves no orientations";
    if (goal.pole && !can.pole) return "this solver serves no poles";
    return {};
}

std::string kindFault(const Problem& problem, const Abilities& can, const Goal& goal)
{
    const KindRules rules = rulesOf(goal.kind);
    if (!can.allKinds && !rules.unserved.empty()) return std::string(rules.unserved);
    if (const auto fault = brokenBy(goal.kind); !fault.empty()) return std::string(fault);
    const auto fault = otherJointFault(
        goal.kind, goal.effector,
        [&](JointIndex j) { return j >= 0 && j < std::ssize(problem.joints); },
        [&](JointIndex j) { return isAtOrBelow(problem, goal.root, j); });
    if (!fault.empty()) return std::string(fault);
    return besideFault(rules, {.orientation = goal.orientation.has_value(),
                               .pole = goal.pole.has_value(),
                               .ease = goal.soft > 0,
                               .stretch = goal.stretch > 0});
}

std::string stretchFault(const Problem& problem, const Goal& goal)
{
    if (!(goal.stretch >= 0) || !solversUsable(goal.stretch)) return "a goal's stretch is negative";
    if (!(goal.stretch > 0)) return {};
    if (goal.pinned) return "a goal that is pinned does not stretch";
    if (problem.rootMoves && goal.root == 0) return "a goal that moves the root does not stretch";
    if (slides(problem, goal)) return "a chain that slides does not stretch";
    for (const Goal& other : problem.goals)
        if (&other != &goal && shareJoint(problem, goal, other))
            return "a goal that stretches shares joints with another";
    return {};
}

std::string bonesFault(const Problem& problem, const Abilities& can, const Goal& goal)
{
    int bones = 0;
    for (JointIndex j = goal.effector; j != goal.root; j = problem.joints[j].parent, ++bones)
        if (!(problem.joints[j].offset.norm() > 0)) return "a bone of the chain has no length";
    if (bones == can.bones) return {};
    return "this solver serves chains of " + std::to_string(can.bones) + " bones";
}

}  // namespace

std::string limitsFault(const Problem& problem, const Abilities& can, const Goal& goal)
{
    std::string fault;
    forTurned(problem, goal, [&](JointIndex j) {
        const Limit& limit = problem.joints[j].limit;
        if (limit.index() == 0 || !fault.empty()) return;
        if (!can.limits)
            fault = jointText("joint ", j, " has a limit, and this solver serves none");
        else if (can.middleHinge && (!std::holds_alternative<HingeLimit>(limit) ||
                                     j == goal.effector || j == goal.root))
            fault = jointText("joint ", j,
                              " has a limit, and this solver serves a hinge in the middle only");
        else if (const auto text = faultOf(limit); !text.empty())
            fault = jointText("joint ", j, ": ") + std::string(text);
    });
    return fault;
}

std::string problemFault(const Problem& problem, const Settings& settings, const Abilities& can,
                         bool anyLimits)
{
    if (problem.joints.empty()) return "there are no joints";
    if (problem.start.size() != problem.joints.size())
        return "the start has not one rotation per joint";
    if (!solversUsable(problem.basePosition) || !isRotation(problem.baseRotation))
        return "the base is not a placement";
    if (!problem.slides.empty() && problem.slides.size() != problem.joints.size())
        return "the start has not one travel per joint";
    for (const double travel : problem.slides)
        if (!solversUsable(travel)) return "a travel is not a number";
    for (int j = 0; j < std::ssize(problem.joints); ++j) {
        const Joint& joint = problem.joints[j];
        if (j == 0 ? joint.parent != -1 : joint.parent < 0 || joint.parent >= j)
            return jointText("joint ", j, " does not come after its parent");
        if (!solversUsable(joint.offset))
            return jointText("the offset of joint ", j, " is not a number");
        if (!isRotation(problem.start[j]))
            return jointText("the start rotation of joint ", j, " is not a rotation");
        if (!isRotation(joint.rest))
            return jointText("the rest rotation of joint ", j, " is not a rotation");
    }
    if (problem.goals.empty()) return "there are no goals";
    if (std::ssize(problem.goals) > can.goals) return "this solver serves fewer goals at once";
    if (problem.rootMoves && !can.rootMoves) return "this solver does not move the root";
    for (const Goal& goal : problem.goals) {
        if (std::string text = goalFault(problem, can, goal); !text.empty()) return text;
        if (std::string text = kindFault(problem, can, goal); !text.empty()) return text;
        if (std::string text = stretchFault(problem, goal); !text.empty()) return text;
        if (anyLimits)
            if (std::string text = limitsFault(problem, can, goal); !text.empty()) return text;
        if (can.bones == 0) continue;
        if (std::string text = bonesFault(problem, can, goal); !text.empty()) return text;
    }
    if (settings.maxIterations < 1) return "there are no iterations to spend";
    if (!(settings.tolerance > 0) || !(settings.orientationTolerance > 0))
        return "a tolerance is not positive";
    return {};
}

}  // namespace posewright::ik

#include "core/ik/model/groups.h"

#include "core/ik/model/goal_joints.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace posewright::ik {
namespace {

int leaderOf(const std::vector<int>& leader, int goal)
{
    while (leader[goal] != goal) goal = leader[goal];
    return goal;
}

// An order of goals that does not depend on their order in the problem.
auto key(const Goal& g)
{
    const auto numbers = [](const Vec3& v) { return std::array{v.x(), v.y(), v.z()}; };
    const Vec3 none = Vec3::Zero();
    const Quat turn = g.orientation.value_or(Quat(0, 0, 0, 0));
    return std::tuple(g.root, g.effector, numbers(g.position), g.weight, g.soft, g.meets(),
                      numbersOf(g.kind), numbers(turn.vec()), turn.w(),
                      numbers(g.pole.value_or(none)), g.kind.index());
}

}  // namespace

void groupGoals(const Problem& problem, Groups& groups)
{
    const auto goals = problem.goals;
    const int count = static_cast<int>(goals.size());
    groups.goals.resize(count);
    groups.ends.clear();
    for (int i = 0; i < count; ++i) groups.goals[i] = i;
    if (count == 1) {
        groups.ends.push_back(1);
        return;
    }

    auto& leader = groups.leader;
    leader.resize(count);
    groups.owner.assign(problem.joints.size(), -1);
    for (int i = 0; i < count; ++i) leader[i] = i;
    const auto unite = [&](int a, int b) {
        a = leaderOf(leader, a);
        b = leaderOf(leader, b);
        // The goal with the topmost root leads and decides when the group is solved.
        if (key(goals[b]) < key(goals[a])) std::swap(a, b);
        leader[b] = a;
    };
    const auto take = [&](JointIndex joint, int goal) {
        if (groups.owner[joint] < 0)
            groups.owner[joint] = goal;
        else
            unite(groups.owner[joint], goal);
    };
    int mover = -1;
    for (int i = 0; i < count; ++i) {
        const Goal& g = goals[i];
        forTurned(problem, g, [&](JointIndex j) { take(j, i); });
        if (problem.rootMoves && g.root == 0) {
            if (mover >= 0) unite(mover, i);
            mover = i;
        }
    }
    for (int i = 0; i < count; ++i) leader[i] = leaderOf(leader, i);
    std::sort(groups.goals.begin(), groups.goals.end(), [&](int a, int b) {
        if (leader[a] != leader[b]) {
            const auto ka = key(goals[leader[a]]);
            const auto kb = key(goals[leader[b]]);
            return ka != kb ? ka < kb : leader[a] < leader[b];
        }
        const auto ka = key(goals[a]);
        const auto kb = key(goals[b]);
        return ka != kb ? ka < kb : a < b;
    });
    for (int i = 0; i < count; ++i)
        if (i + 1 == count || leader[groups.goals[i]] != leader[groups.goals[i + 1]])
            groups.ends.push_back(i + 1);
}

}  // namespace posewright::ik

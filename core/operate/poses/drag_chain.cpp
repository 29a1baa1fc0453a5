#include "core/operate/poses/drag_chain.h"

#include "core/evaluate/one_solve.h"
#include "core/evaluate/places.h"
#include "core/operate/keys/first_bend.h"
#include "core/operate/limbs.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace posewright::operate {

using retarget::Figure;
using retarget::Role;

bool isOneOf(const Figure& figure, NodeIndex row, std::initializer_list<Role> roles)
{
    return std::any_of(roles.begin(), roles.end(), [&](Role role) {
        const std::vector<NodeIndex>& bones = figure.bones(role);
        return std::find(bones.begin(), bones.end(), row) != bones.end();
    });
}

bool isFoot(const Figure& figure, NodeIndex row)
{
    return isOneOf(figure, row, {Role::LeftFoot, Role::RightFoot});
}

NodeIndex topOf(const Scene& scene, const Figure& figure, NodeIndex row)
{
    const NodeIndex hips = figure.first(Role::Hips);
    if (hips != kNoNode && (hips == row || scene.isAbove(hips, row))) return hips;
    while (scene[row].parent != kNoNode && scene[scene[row].parent].bone()) row = scene[row].parent;
    return row;
}

namespace {

/// Whether several limbs hang on the bone. Single bones do not count as limbs.
bool branches(const Scene& scene, NodeIndex row)
{
    int limbs = 0;
    for (NodeIndex child = 0; child < scene.size(); ++child) {
        if (scene[child].parent != row || !scene[child].bone()) continue;
        bool goesOn = false;
        for (NodeIndex below = child + 1; below < scene.size() && !goesOn; ++below)
            goesOn = scene[below].parent == child && scene[below].bone();
        limbs += goesOn ? 1 : 0;
    }
    return limbs > 1;
}

}  // namespace

NodeIndex chainRoot(const Scene& scene, NodeIndex end)
{
    const NodeIndex far = limbRoot(scene, end);
    NodeIndex root = end;
    while (root != far && far != kNoNode && !branches(scene, scene[root].parent))
        root = scene[root].parent;
    return root;
}

double lengthOf(const Scene& scene, const Evaluation& shown, const Led& led)
{
    double length = led.point.norm();
    for (NodeIndex row = led.end; row != led.root; row = scene[row].parent)
        length += (shown.world[row].position - shown.world[scene[row].parent].position).norm();
    return length;
}

namespace {

constexpr double kNudge = 0.05;  ///< [rad] from a straight limb, so that it bends to this side

/// Bends an arm or a leg a little that is straight, to the side to which a body bends it.
void nudge(const Scene& scene, const Led& led, Evaluation& pose)
{
    const std::vector<NodeIndex> path = scene.path(led.root, led.end);
    if (path.size() != 3) return;
    const NodeIndex root = path[0], middle = path[1];
    const Vec3 from = pose.world[root].position;
    // First, since it is cheap and seldom so.
    if (!areStraight(from, pose.world[middle].position, pose.world[path[2]].position)) return;
    const std::optional<StraightLimb> limb = straightLimb(scene, path);
    if (!limb || limb->hips == kNoNode) return;
    const Quat atRest = restPlacesOf(scene, std::array{limb->hips}).front().world.rotation;
    const Vec3 side = pose.world[limb->hips].rotation * atRest.conjugate() * limb->bends;
    const Vec3 axis = side.cross(pose.world[middle].position - from);
    if (!(axis.norm() > 0)) return;
    const auto turn = [&](NodeIndex joint, double angle) {
        const Quat above = pose.world[scene[joint].parent].rotation;
        Quat& own = pose.local[joint].rotation;
        own = (above.conjugate() * Eigen::AngleAxisd(angle, axis.normalized()) * above * own)
                  .normalized();
    };
    turn(middle, 2 * kNudge);
    turn(root, -kNudge);
    pose.world = worldTransforms(scene, pose.local);
}

}  // namespace

void bend(const Scene& scene, const Led& led, Evaluation& pose)
{
    nudge(scene, led, pose);
    NodeGoal asked;
    asked.effector = led.end;
    asked.root = led.root;
    asked.position = led.place;
    asked.orientation = led.turn;
    Result<OneSolve> made = makeOneSolve(scene, pose, std::span(&asked, 1));
    if (!made) return;
    OneSolve& solve = *made;
    if (!led.point.isZero(0)) {
        ik::Joint tip;
        tip.parent = solve.goals[0].effector;
        tip.offset = led.point;
        solve.goals[0].effector = static_cast<int>(solve.joints.size());
        solve.joints.push_back(tip);
        solve.start.push_back(Quat::Identity());
        if (!solve.slides.empty()) solve.slides.push_back(0);
    }
    ik::Settings settings;
    settings.seeds = 0;
    const ik::Problem problem = solve.problem();
    const ik::Solution solution = ik::solve(ik::defaultSolver(problem), problem, settings);
    if (solution.report.status == ik::Status::Invalid) return;
    pose.local = posedLocally(scene, pose, solve, solution);
    pose.world = worldTransforms(scene, pose.local);
}

}  // namespace posewright::operate

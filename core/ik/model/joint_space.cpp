#include "core/ik/model/joint_space.h"

#include "core/ik/limits.h"
#include "core/ik/model/soft_reach.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kArm = 0.3;              // of the reach, per radian of orientation
constexpr double kJointSpaceSlide = 0.3;  // of the reach, per unit of the root's travel
constexpr int kPlaced = -2;
constexpr int kMoves = -3;

// The weighted mean of a free joint's requested orientations; usually there is only one.
bool heldOrientation(const Problem& problem, std::span<const int> group, JointIndex joint,
                     const Quat& now, Quat& held)
{
    Vec4 sum = Vec4::Zero();
    for (int g : group) {
        const Goal& goal = problem.goals[g];
        if (goal.effector == joint && goal.meets() >= 0 && goal.orientation) return false;
        if (goal.effector == joint && goal.orientation)
            sum += goal.weight * nearestSign(*goal.orientation, now).coeffs();
    }
    if (!(sum.norm() > 1e-9)) return false;
    held = Quat(Vec4(sum.normalized()));
    return true;
}

void markJoints(const Problem& problem, std::span<const int> group, JointSpace& space)
{
    space.rowOf.assign(problem.joints.size(), -1);
    for (int g : group) {
        const Goal& goal = problem.goals[g];
        space.rowOf[goal.effector] = std::min(space.rowOf[goal.effector], kPlaced);
        forTurned(problem, goal, [&](JointIndex j) { space.rowOf[j] = kMoves; });
    }
}

void addMoved(const Problem& problem, std::span<const int> group, JointIndex j, JointSpace& space)
{
    const Joint& joint = problem.joints[j];
    JointSpace::Moved moved;
    moved.joint = j;
    moved.first = space.width();
    moved.free = joint.limit.index() == 0;
    moved.held =
        moved.free && heldOrientation(problem, group, j, space.world[j], moved.orientation);
    if (!moved.free) {
        const double travel = space.travel.empty() ? 0 : space.travel[j];
        moved.angles = anglesOf(joint.limit, joint.rest.conjugate() * space.local[j], travel);
    }
    moved.count = moved.held ? 0 : freedoms(joint.limit);
    JointSpace::Column column;
    column.turns = !isPrismatic(joint);
    space.columns.insert(space.columns.end(), moved.count, column);
    space.rowOf[j] = static_cast<int>(space.moved.size());
    space.moved.push_back(moved);
}

void addDemand(const Problem& problem, int g, double heaviest, JointSpace& space)
{
    const Goal& goal = problem.goals[g];
    JointSpace::Demand demand;
    demand.goal = g;
    demand.row = space.rows;
    demand.share = std::sqrt(goal.weight / heaviest);
    demand.reach = reach(problem, goal);
    demand.arm = kArm * demand.reach;
    const bool held =
        space.rowOf[goal.effector] >= 0 && space.moved[space.rowOf[goal.effector]].held;
    if (goal.orientation) demand.orientation = *goal.orientation;
    if (goal.orientation && !held) demand.rows = 6;
    space.rows += demand.rows;
    demand.linkBegin = static_cast<int>(space.links.size());
    JointIndex tip = goal.effector;
    bool turning = true;
    for (JointIndex j = goal.effector;; j = problem.joints[j].parent) {
        const int row = space.rowOf[j];
        if (row >= 0 && space.moved[row].held) {
            tip = j;
            turning = false;
        } else if (row >= 0 &&
                   (j != goal.effector || goal.turnsEffector() || isPrismatic(problem.joints[j]))) {
            space.links.push_back({row, tip, turning});
        }
        if (j == goal.root) break;
    }
    tip = -1;
    turning = true;
    for (JointIndex j = goal.meets(); j >= 0; j = problem.joints[j].parent) {
        const int row = space.rowOf[j];
        if (row >= 0 && space.moved[row].held) {
            tip = j;
            turning = false;
        } else if (row >= 0) {
            space.links.push_back({row, tip, turning, true});
        }
        if (j == goal.root) break;
    }
    demand.linkEnd = static_cast<int>(space.links.size());
    space.size = std::max(space.size, demand.reach);
    demand.slides = space.slides && goal.root == 0 && goal.meets() < 0;
    demand.arrives = goal.arrives();
    demand.turnOnly = goal.turnOnly();
    demand.meets = goal.meets();
    if (demand.meets < 0) {
        const JointIndex frame = problem.joints[goal.root].parent;
        for (JointIndex j = frame; j >= 0 && space.rowOf[frame] != -1; j = problem.joints[j].parent)
            demand.follows |= space.rowOf[j] >= 0 || (space.slides && j == 0);
    }
    space.follows |= demand.follows;
    space.demands.push_back(demand);
}

}  // namespace

void extractJointSpace(const Problem& problem, std::span<const int> group, const Solution& out,
                       JointSpace& space)
{
    space.moved.clear();
    space.columns.clear();
    space.demands.clear();
    space.links.clear();
    space.order.clear();
    space.rows = 0;
    space.size = 0;
    space.slides = false;
    space.follows = false;
    space.carried = false;
    space.root = out.rootPosition;
    space.local.assign(out.rotations.begin(), out.rotations.end());
    space.travel.assign(out.slides.begin(), out.slides.end());
    if (space.travel.empty()) space.travel.assign(problem.slides.begin(), problem.slides.end());
    if (space.travel.empty() && std::ranges::any_of(problem.joints, isPrismatic))
        space.travel.assign(problem.joints.size(), 0.0);
    forwardKinematics(problem, space.local, space.root, space.positions, space.world, space.travel);

    markJoints(problem, group, space);
    double heaviest = 0;
    for (int g : group) {
        heaviest = std::max(heaviest, problem.goals[g].weight);
        space.slides |= problem.rootMoves && problem.goals[g].root == 0;
    }
    for (int j = 0; j < std::ssize(problem.joints); ++j) {
        if (space.rowOf[j] == -1) continue;
        space.order.push_back(j);
        if (space.rowOf[j] == kMoves) addMoved(problem, group, j, space);
    }
    for (int g : group) addDemand(problem, g, heaviest, space);
    if (space.size <= 0) space.size = 1;
    for (auto& demand : space.demands)
        if (!(demand.reach > 0)) demand.arm = kArm * space.size;
    space.slideScale = kJointSpaceSlide * space.size;
    if (space.slides) {
        for (int k = 0; k < 3; ++k) {
            JointSpace::Column column;
            column.axis = space.slideScale * Vec3::Unit(k);
            column.turns = false;
            space.columns.push_back(column);
        }
        if (space.rowOf[0] == -1) space.order.insert(space.order.begin(), 0);
    }
    for (const auto& moved : space.moved)
        if (!moved.free) space.takeAngles(problem.joints[moved.joint], moved);
    space.error.resize(space.rows);
    space.step.assign(space.columns.size(), 0.0);
    space.locked.assign(space.columns.size(), 0);
    space.jacobian.resize(static_cast<std::size_t>(space.rows) * space.columns.size());
    space.place(problem);
}

void writePose(const JointSpace& space, Solution& out)
{
    for (const auto& moved : space.moved) out.rotations[moved.joint] = space.local[moved.joint];
    if (!space.travel.empty()) out.slides.assign(space.travel.begin(), space.travel.end());
    out.rootPosition = space.root;
}

}  // namespace posewright::ik

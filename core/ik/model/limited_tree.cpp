#include "core/ik/model/limited_tree.h"

#include "core/ik/limits.h"
#include "core/ik/model/soft_reach.h"
#include "core/math/hamilton.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

// The weight of an effector's rotation, as a share of the tree's size per radian.
constexpr double kTurnScale = 0.6;
// How far the root moves when a joint would turn by a radian, relative to the size.
constexpr double kLimitedTreeSlide = 0.3;
// Marks of joints before rows are assigned.
constexpr int kCarries = 1;
constexpr int kTurns = 2;

void put(double* column, const Vec3& v, double scale)
{
    column[0] = v.x() * scale;
    column[1] = v.y() * scale;
    column[2] = v.z() * scale;
}

void add(double* column, const Vec3& v, double scale)
{
    column[0] += v.x() * scale;
    column[1] += v.y() * scale;
    column[2] += v.z() * scale;
}

Vec3 easedTarget(const LimitedGoal& g, const Goal& goal, const Vec3& root, bool rootSlides)
{
    if (goal.soft <= 0 || rootSlides || g.reach <= 0) return goal.position;
    const Vec3 line = goal.position - root;
    const double asked = line.norm();
    if (!(asked > 0)) return goal.position;
    const double eased = softDistance(asked, goal.least, g.reach, goal.soft);
    return eased != asked ? Vec3(root + line * (eased / asked)) : goal.position;
}

void addJoint(const Problem& problem, const LimitSet& limits, JointIndex j, const Solution& out,
              LimitedTree& tree)
{
    const Joint& from = problem.joints[j];
    const int row = limits.empty() ? -1 : limits.rowOf[j];
    const int at = static_cast<int>(tree.joints.size());
    LimitedJoint& joint =
        row >= 0 ? tree.joints.emplace_back(limits.joints[row]) : tree.joints.emplace_back();
    LimitedState& state =
        row >= 0 ? tree.state.emplace_back(limits.states[row]) : tree.state.emplace_back();
    joint.joint = j;
    joint.parent = from.parent < 0 ? -1 : tree.rowOf[from.parent];
    joint.offset = from.offset;
    if (row < 0) joint.rest = from.rest.normalized();
    if (row < 0 || joint.kind == LimitedJoint::Kind::Carrier)
        state.q = joint.rest.conjugate() * out.rotations[j];
    if (row < 0 && tree.rowOf[j] == kTurns) setLimit({}, joint);
    joint.first = tree.numbers;
    tree.numbers += joint.count;
    tree.rowOf[j] = at;
    if (joint.parent < 0) return;
    int* last = &tree.joints[joint.parent].child;
    while (*last >= 0) last = &tree.joints[*last].sibling;
    *last = at;
}

// The frame above the top joint and the joint's origin, in the pose of `out`.
void placeTop(const Problem& problem, JointIndex top, const Solution& out, LimitedTree& tree)
{
    std::vector<int>& above = tree.path;
    for (JointIndex j = problem.joints[top].parent; j >= 0; j = problem.joints[j].parent)
        above.push_back(j);
    Hamilton frame(problem.baseRotation);
    Vec3 position = out.rootPosition;
    const auto goTo = [&](JointIndex j) {
        if (j != 0) position += frame.turn(problem.joints[j].offset);
        if (!out.slides.empty())
            position += frame.turn(travelled(problem.joints[j], out.slides[j]));
    };
    for (auto j = above.rbegin(); j != above.rend(); ++j) {
        goTo(*j);
        frame = frame * Hamilton(out.rotations[*j]);
    }
    goTo(top);
    above.clear();
    tree.attach = frame.quat();
    tree.topPosition = position;
}

void addGoal(const Problem& problem, int row, double heaviest, double tolerance, LimitedTree& tree)
{
    const Goal& goal = problem.goals[row];
    LimitedGoal g;
    g.goal = row;
    g.effector = tree.rowOf[goal.effector];
    g.root = tree.rowOf[goal.root];
    g.row = tree.rows;
    g.reach = reach(problem, goal);
    g.tolerance = tolerance * g.reach;
    const double weight = std::sqrt(goal.weight / heaviest);
    g.positionScale = weight / tree.size;
    g.turnScale = weight * kTurnScale;
    g.pathBegin = static_cast<int>(tree.path.size());
    for (int r = g.effector; r >= 0; r = tree.joints[r].parent)
        if (tree.joints[r].count > 0) tree.path.push_back(r);
    g.pathEnd = static_cast<int>(tree.path.size());
    if (goal.meets() >= 0) {
        g.meets = tree.rowOf[goal.meets()];
        for (int r = g.meets; r >= 0; r = tree.joints[r].parent)
            if (tree.joints[r].count > 0) tree.path.push_back(r);
    }
    g.meetsEnd = static_cast<int>(tree.path.size());
    tree.rows += goal.orientation ? 6 : 3;
    tree.goals.push_back(g);
}

}  // namespace

double LimitedTree::place(const Problem& problem, std::vector<double>& error)
{
    for (std::size_t i = 0; i < joints.size(); ++i) {
        LimitedJoint& joint = joints[i];
        const Hamilton rest(joint.rest);
        const Hamilton turn = rest * Hamilton(state[i].q);
        const bool top = joint.parent < 0;
        const Hamilton above(top ? attach : joints[joint.parent].world);
        Vec3 offset = joint.offset;
        if (joint.kind == LimitedJoint::Kind::Slide) {
            const Vec3 travel = rest.turn(joint.frame.col(0) * state[i].angles[0]);
            offset += top ? above.turn(travel) : travel;
        }
        joint.position =
            top ? Vec3(offset + slide) : Vec3(joints[joint.parent].position + above.turn(offset));
        joint.restWorld = (above * rest).quat();
        joint.world = (above * turn).quat();
    }
    double sum = 0;
    error.resize(rows);
    for (LimitedGoal& g : goals) {
        const Goal& goal = problem.goals[g.goal];
        const LimitedJoint& effector = joints[g.effector];
        if (!goal.arrives()) {
            g.lack = lackOf(goal.kind, goal.position, effector.position, effector.world);
            (goal.turnOnly() ? g.turnError : g.positionError) = g.lack.by.norm();
            put(&error[g.row], g.lack.by, goal.turnOnly() ? g.turnScale : g.positionScale);
            continue;
        }
        g.target = g.meets < 0
                       ? easedTarget(g, goal, joints[g.root].position, slides && goal.root == 0)
                       : Vec3(joints[g.meets].position + joints[g.meets].world * goal.position);
        const Vec3 lack = g.target - effector.position;
        g.positionError = lack.norm();
        put(&error[g.row], lack, g.positionScale);
        g.turnError = 0;
        if (goal.orientation) {
            const Quat to =
                g.meets < 0 ? *goal.orientation : Quat(joints[g.meets].world * *goal.orientation);
            const Vec3 turn = rotationVector(to * effector.world.conjugate());
            g.turnError = turn.norm();
            put(&error[g.row + 3], turn, g.turnScale);
        }
    }
    for (const double e : error) sum += e * e;
    return sum;
}

bool LimitedTree::met(double turnTolerance) const
{
    return std::ranges::all_of(goals, [&](const LimitedGoal& g) {
        return g.positionError <= g.tolerance && g.turnError <= turnTolerance;
    });
}

void LimitedTree::jacobian(const Problem& problem, std::vector<double>& columns) const
{
    columns.assign(static_cast<std::size_t>(numbers) * rows, 0.0);
    Mat3 axes;
    for (const LimitedGoal& g : goals) {
        const Goal& goal = problem.goals[g.goal];
        const bool oriented = goal.orientation.has_value();
        const bool arrives = goal.arrives();
        const double scale = goal.turnOnly() ? g.turnScale : g.positionScale;
        // Moving the met joint towards the effector has the opposite sign.
        for (int p = g.pathBegin; p < g.meetsEnd; ++p) {
            const bool other = p >= g.pathEnd;
            const double sign = other ? -1 : 1;
            const LimitedJoint& joint = joints[path[p]];
            const int count = axesOf(joint, state[path[p]], axes);
            const bool slider = joint.kind == LimitedJoint::Kind::Slide;
            const Vec3 lever = (other ? g.target : joints[g.effector].position) - joint.position;
            double* column = columns.data() + static_cast<std::size_t>(joint.first) * rows + g.row;
            for (int i = 0; i < count; ++i, column += rows) {
                const Vec3 axis = axes.col(i);
                const Vec3 moved = slider ? Vec3(axis * size) : Vec3(axis.cross(lever));
                if (!arrives) {
                    const Vec3 turn = slider ? Vec3(Vec3::Zero()) : axis;
                    put(column, rateOf(goal.kind, g.lack, turn, moved), scale);
                    continue;
                }
                add(column, moved, sign * g.positionScale);
                if (oriented && !slider) add(column + 3, axis, sign * g.turnScale);
            }
        }
        if (!slides || g.meets >= 0) continue;
        for (int i = 0; i < 3; ++i) {
            double* column = &columns[static_cast<std::size_t>(numbers - 3 + i) * rows + g.row];
            const Vec3 moved = kLimitedTreeSlide * size * Vec3::Unit(i);
            put(column, arrives ? moved : rateOf(goal.kind, g.lack, Vec3::Zero(), moved), scale);
        }
    }
}

void extractTree(const Problem& problem, const LimitSet& limits, std::span<const int> group,
                 const Solution& out, double tolerance, LimitedTree& tree)
{
    tree.joints.clear();
    tree.state.clear();
    tree.goals.clear();
    tree.path.clear();
    tree.slides = false;
    tree.slide.setZero();
    tree.numbers = 0;
    tree.rows = 0;
    tree.size = 0;
    tree.rowOf.assign(problem.joints.size(), 0);
    double heaviest = 0;
    for (const int row : group) {
        const Goal& goal = problem.goals[row];
        heaviest = std::max(heaviest, goal.weight);
        tree.size = std::max(tree.size, reach(problem, goal));
        tree.slides |= problem.rootMoves && goal.root == 0;
        int& effector = tree.rowOf[goal.effector];
        effector = std::max(effector, kCarries);
        forTurned(problem, goal, [&](JointIndex j) { tree.rowOf[j] = kTurns; });
    }
    if (!(tree.size > 0)) tree.size = 1;
    for (int j = 0; j < std::ssize(problem.joints); ++j) {
        if (tree.rowOf[j] == 0) {
            tree.rowOf[j] = -1;
            continue;
        }
        if (tree.joints.empty()) placeTop(problem, j, out, tree);
        addJoint(problem, limits, j, out, tree);
        if (tree.joints.size() > 1) continue;
        // The top's offset is its world place without its own slide.
        LimitedJoint& top = tree.joints.front();
        top.parent = -1;
        top.offset = tree.topPosition;
        if (top.kind == LimitedJoint::Kind::Slide && !out.slides.empty())
            top.offset -= tree.attach * (top.rest * Vec3(top.frame.col(0) * out.slides[j]));
    }
    for (const int row : group) addGoal(problem, row, heaviest, tolerance, tree);
    if (tree.slides) tree.numbers += 3;
}

void writePose(const LimitedTree& tree, Solution& out, LimitSet* set)
{
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
        const LimitedJoint& joint = tree.joints[i];
        if (set && !set->empty() && set->rowOf[joint.joint] >= 0)
            set->states[set->rowOf[joint.joint]] = tree.state[i];
        if (joint.kind == LimitedJoint::Kind::Slide && !out.slides.empty())
            out.slides[joint.joint] = tree.state[i].angles[0];
        else if (joint.turns())
            out.rotations[joint.joint] = (joint.rest * tree.state[i].q).normalized();
    }
    const LimitedJoint& top = tree.joints.front();
    if (top.joint == 0 && tree.slides) out.rootPosition = top.offset + tree.slide;
}

}  // namespace posewright::ik

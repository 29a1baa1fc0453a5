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

// The weighted mean of the orientations asked of one free joint; one goal asks in most cases.
bool heldOrientation(const Problem& problem, std::span<const int> group, JointIndex joint,
                     const Quat& now, Quat& held)
{
    Vec4 sum = Vec4::Zero();
    for (int g : group) {
        const Goal& goal = problem.goals[g];
        if (goal.effector == joint && goal.meets >= 0 && goal.orientation) return false;
        if (goal.effector == joint && goal.orientation)
            sum += goal.weight * nearestSign(*goal.orientation, now).coeffs();
    }
    if (!(sum.norm() > 1e-9)) return false;
    held = Quat(Vec4(sum.normalized()));
    return true;
}

bool isPrismatic(const Joint& joint)
{
    return std::holds_alternative<PrismaticLimit>(joint.limit);
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
    for (JointIndex j = goal.meets; j >= 0; j = problem.joints[j].parent) {
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
    demand.slides = space.slides && goal.root == 0 && goal.meets < 0;
    demand.aims = goal.aim.has_value();
    demand.meets = goal.meets;
    if (goal.meets < 0) {
        const JointIndex frame = problem.joints[goal.root].parent;
        for (JointIndex j = frame; j >= 0 && space.rowOf[frame] != -1; j = problem.joints[j].parent)
            demand.ridden |= space.rowOf[j] >= 0 || (space.slides && j == 0);
    }
    space.ridden |= demand.ridden;
    space.demands.push_back(demand);
}

// The new angles of a limited joint as its local rotation and travel.
void apply(const Joint& joint, const JointSpace::Moved& moved, JointSpace& space)
{
    if (isPrismatic(joint)) {
        space.travel[moved.joint] = moved.angles[0];
        space.local[moved.joint] = joint.rest;
        return;
    }
    space.local[moved.joint] = (joint.rest * rotationOf(joint.limit, moved.angles)).normalized();
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
    space.ridden = false;
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
        if (!moved.free) apply(problem.joints[moved.joint], moved, space);
    space.error.resize(space.rows);
    space.step.assign(space.columns.size(), 0.0);
    space.locked.assign(space.columns.size(), 0);
    space.jacobian.resize(static_cast<std::size_t>(space.rows) * space.columns.size());
    space.place(problem);
}

JointSpace::Ride JointSpace::rideOf(const Problem& problem, const Demand& demand) const
{
    const JointIndex frame = problem.joints[problem.goals[demand.goal].root].parent;
    const Quat rotation = world[frame] * demand.frameRotation.conjugate();
    return {rotation, positions[frame] - rotation * demand.framePosition};
}

void JointSpace::carry(const Problem& problem)
{
    if (!ridden) return;
    carried = true;
    for (Demand& demand : demands) {
        if (!demand.ridden) continue;
        const JointIndex frame = problem.joints[problem.goals[demand.goal].root].parent;
        demand.frameRotation = world[frame];
        demand.framePosition = positions[frame];
    }
}

void JointSpace::release(const Problem& problem)
{
    if (!carried) return;
    carried = false;
    place(problem);
}

void JointSpace::place(const Problem& problem)
{
    for (JointIndex j : order) {
        const Joint& joint = problem.joints[j];
        const bool top = joint.parent < 0;
        const Quat frame = top ? problem.baseRotation : world[joint.parent];
        Vec3 offset = top ? Vec3(Vec3::Zero()) : joint.offset;
        if (!travel.empty()) offset += travelled(joint, travel[j]);
        positions[j] = top ? root : positions[joint.parent];
        positions[j] += frame * offset;
        if (rowOf[j] >= 0 && moved[rowOf[j]].held) {
            world[j] = moved[rowOf[j]].orientation;
            local[j] = (frame.conjugate() * world[j]).normalized();
        } else {
            world[j] = frame * local[j];
            // One step of Newton's method for the norm, that products may not drift.
            world[j].coeffs() *= 1.5 - 0.5 * world[j].squaredNorm();
        }
    }
    for (Demand& demand : demands) {
        const Goal& goal = problem.goals[demand.goal];
        const Ride ride = carried && demand.ridden ? rideOf(problem, demand) : Ride{};
        if (demand.aims) {
            demand.aim = aimError({goal.aim->axis, ride.carry(goal.aim->at)},
                                  positions[goal.effector], world[goal.effector]);
            Vec3::Map(&error[demand.row]) = demand.share * demand.arm * demand.aim.turn;
            continue;
        }
        demand.target = ride.carry(goal.position);
        if (goal.orientation) demand.orientation = ride.rotation * *goal.orientation;
        if (demand.meets >= 0) {
            demand.target = positions[goal.meets] + world[goal.meets] * goal.position;
            if (goal.orientation) demand.orientation = world[goal.meets] * *goal.orientation;
        } else if (goal.soft > 0 && goal.effector != goal.root && !(slides && goal.root == 0)) {
            const Vec3 line = demand.target - positions[goal.root];
            const double asked = line.norm();
            const double eased =
                asked > 0 ? softDistance(asked, goal.least, demand.reach, goal.soft) : asked;
            if (eased != asked) demand.target = positions[goal.root] + line * (eased / asked);
        }
        const Vec3 off = demand.share * (demand.target - positions[goal.effector]);
        Vec3::Map(&error[demand.row]) = off;
        if (demand.rows == 6)
            Vec3::Map(&error[demand.row + 3]) =
                demand.share * demand.arm *
                rotationVector(demand.orientation * world[goal.effector].conjugate());
    }
}

void JointSpace::differentiate(const Problem& problem)
{
    for (const Moved& joint : moved) {
        if (joint.count == 0) continue;
        const Joint& given = problem.joints[joint.joint];
        const Quat frame = given.parent < 0 ? problem.baseRotation : world[given.parent];
        Mat3 axes = frame.toRotationMatrix();
        if (const auto* slide = std::get_if<PrismaticLimit>(&given.limit))
            axes.col(0) = frame * (given.rest * slide->axis);
        else if (!joint.free)
            axes = axes * given.rest.toRotationMatrix() * turnRates(given.limit, joint.angles);
        for (int k = 0; k < joint.count; ++k) columns[joint.first + k].axis = axes.col(k);
    }
    std::ranges::fill(jacobian, 0.0);
    const auto put = [&](int r, int c, const Vec3& v) {
        for (int k = 0; k < 3; ++k) row(r + k)[c] += v[k];
    };
    for (const Demand& demand : demands) {
        for (int l = demand.linkBegin; l < demand.linkEnd; ++l) {
            const Link& link = links[l];
            const Moved& joint = moved[link.moved];
            const Vec3 arm =
                (link.tip < 0 ? demand.target : positions[link.tip]) - positions[joint.joint];
            const double share = link.met ? -demand.share : demand.share;
            for (int c = joint.first; c < joint.first + joint.count; ++c) {
                if (locked[c]) continue;
                const Column& column = columns[c];
                const Vec3 moves = column.turns ? Vec3(column.axis.cross(arm)) : column.axis;
                const bool turns = column.turns && link.turnsEffector;
                if (demand.aims) {
                    const Vec3 turn = turns ? column.axis : Vec3(Vec3::Zero());
                    put(demand.row, c, share * demand.arm * demand.aim.rate(turn, moves));
                    continue;
                }
                put(demand.row, c, share * moves);
                if (demand.rows == 6 && turns)
                    put(demand.row + 3, c, share * demand.arm * column.axis);
            }
        }
        if (!demand.slides) continue;
        for (int c = width() - 3; c < width(); ++c)
            put(demand.row, c,
                demand.aims ? Vec3(demand.share * demand.arm *
                                   demand.aim.rate(Vec3::Zero(), columns[c].axis))
                            : Vec3(demand.share * columns[c].axis));
    }
}

void JointSpace::move(const Problem& problem, double most, bool exact)
{
    double largest = 0;
    for (const Moved& joint : moved) {
        double square = 0;
        for (int k = 0; k < joint.count; ++k)
            if (columns[joint.first + k].turns)
                square += step[joint.first + k] * step[joint.first + k];
        largest = std::max(largest, square);
    }
    const double share = largest > most * most ? most / std::sqrt(largest) : 1;
    for (double& s : step) s *= share;
    for (Moved& joint : moved) {
        if (joint.count == 0) continue;
        const double* by = &step[joint.first];
        if (joint.free) {
            Quat& q = local[joint.joint];
            const Vec3 turn(by[0], by[1], by[2]);
            q = ((exact ? fromRotationVector(turn) : turnBy(turn)) * q).normalized();
            continue;
        }
        const Joint& given = problem.joints[joint.joint];
        for (int k = 0; k < joint.count; ++k) joint.angles[k] += by[k];
        clampAngles(given.limit, joint.angles);
        apply(given, joint, *this);
    }
    if (slides)
        for (int k = 0; k < 3; ++k) root[k] += slideScale * step[width() - 3 + k];
}

void JointSpace::displacement(const Pose& from, std::vector<double>& by) const
{
    by.assign(step.begin(), step.end());
    for (std::size_t m = 0; m < moved.size(); ++m)
        for (int k = 0; k < moved[m].count && !moved[m].free; ++k)
            by[moved[m].first + k] = moved[m].angles[k] - from.angles[m][k];
}

bool JointSpace::lock(const Problem& problem)
{
    bool more = false;
    for (const Moved& joint : moved) {
        if (joint.free || joint.count == 0) continue;
        const Limit& limit = problem.joints[joint.joint].limit;
        const auto range = bounds(limit);
        // The bounds of a cone's tilt are not its own: only its twist has a side of its own.
        const int from = std::holds_alternative<ConeLimit>(limit) ? 2 : 0;
        for (int k = from; k < joint.count; ++k) {
            const int c = joint.first + k;
            const double at = joint.angles[k];
            if (locked[c] ||
                !((at <= range[k].min && step[c] < 0) || (at >= range[k].max && step[c] > 0)))
                continue;
            locked[c] = 1;
            more = true;
        }
    }
    return more;
}

double JointSpace::distance() const
{
    double sum = 0;
    for (double e : error) sum += e * e;
    return std::sqrt(sum);
}

bool JointSpace::met(const Problem& problem, const Settings& settings) const
{
    for (const Demand& demand : demands) {
        const Goal& goal = problem.goals[demand.goal];
        if (demand.aims) {
            if (demand.aim.turn.norm() > settings.orientationTolerance) return false;
            continue;
        }
        const Vec3& at = positions[goal.effector];
        // A chain of no length has no share to measure by: only rounding is left.
        const double grain = 1e-15 * (at.norm() + demand.target.norm());
        if ((demand.target - at).norm() > std::max(settings.tolerance * demand.reach, grain))
            return false;
        if (goal.orientation &&
            angleBetween(demand.meets < 0 ? *goal.orientation : demand.orientation,
                         world[goal.effector]) > settings.orientationTolerance)
            return false;
    }
    return true;
}

void JointSpace::keep(Pose& pose) const
{
    pose.local.resize(moved.size());
    pose.angles.resize(moved.size());
    for (std::size_t m = 0; m < moved.size(); ++m) {
        pose.local[m] = local[moved[m].joint];
        pose.angles[m] = moved[m].angles;
    }
    pose.root = root;
}

void JointSpace::restore(const Pose& pose)
{
    for (std::size_t m = 0; m < moved.size(); ++m) {
        local[moved[m].joint] = pose.local[m];
        moved[m].angles = pose.angles[m];
        if (!travel.empty() && !moved[m].free && !columns.empty() && moved[m].count == 1 &&
            !columns[moved[m].first].turns)
            travel[moved[m].joint] = pose.angles[m][0];
    }
    root = pose.root;
}

void writePose(const JointSpace& space, Solution& out)
{
    for (const auto& moved : space.moved) out.rotations[moved.joint] = space.local[moved.joint];
    if (!space.travel.empty()) out.slides.assign(space.travel.begin(), space.travel.end());
    out.rootPosition = space.root;
}

}  // namespace posewright::ik

#include "core/ik/limits.h"
#include "core/ik/model/joint_space.h"
#include "core/ik/model/soft_reach.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

// How the joints of a space move, and what their goals lack.
namespace posewright::ik {

void JointSpace::takeAngles(const Joint& joint, const Moved& from)
{
    if (isPrismatic(joint)) {
        travel[from.joint] = from.angles[0];
        local[from.joint] = joint.rest;
        return;
    }
    local[from.joint] = (joint.rest * rotationOf(joint.limit, from.angles)).normalized();
}

JointSpace::FrameMotion JointSpace::motionOf(const Problem& problem, const Demand& demand) const
{
    const JointIndex frame = problem.joints[problem.goals[demand.goal].root].parent;
    const Quat rotation = world[frame] * demand.frameRotation.conjugate();
    return {rotation, positions[frame] - rotation * demand.framePosition};
}

void JointSpace::carry(const Problem& problem)
{
    if (!follows) return;
    carried = true;
    for (Demand& demand : demands) {
        if (!demand.follows) continue;
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
            // One Newton step for the norm, so that products do not drift.
            world[j].coeffs() *= 1.5 - 0.5 * world[j].squaredNorm();
        }
    }
    for (Demand& demand : demands) {
        const Goal& goal = problem.goals[demand.goal];
        const FrameMotion motion =
            carried && demand.follows ? motionOf(problem, demand) : FrameMotion{};
        if (!demand.arrives) {
            demand.lack = lackOf(goal.kind, motion.carry(goal.position), positions[goal.effector],
                                 world[goal.effector]);
            Vec3::Map(&error[demand.row]) = demand.share * demand.unit() * demand.lack.by;
            continue;
        }
        demand.target = motion.carry(goal.position);
        if (goal.orientation) demand.orientation = motion.rotation * *goal.orientation;
        if (demand.meets >= 0) {
            demand.target = positions[demand.meets] + world[demand.meets] * goal.position;
            if (goal.orientation) demand.orientation = world[demand.meets] * *goal.orientation;
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
        const GoalKind& kind = problem.goals[demand.goal].kind;
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
                if (!demand.arrives) {
                    const Vec3 turn = turns ? column.axis : Vec3(Vec3::Zero());
                    put(demand.row, c,
                        share * demand.unit() * rateOf(kind, demand.lack, turn, moves));
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
                demand.arrives ? Vec3(demand.share * columns[c].axis)
                               : Vec3(demand.share * demand.unit() *
                                      rateOf(kind, demand.lack, Vec3::Zero(), columns[c].axis)));
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
        takeAngles(given, joint);
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
        // A cone's tilts are bounded together, so only the twist can be locked alone.
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
        if (demand.turnOnly) {
            if (demand.lack.by.norm() > settings.orientationTolerance) return false;
            continue;
        }
        const Vec3& at = positions[goal.effector];
        const Vec3 off = demand.arrives ? Vec3(demand.target - at) : demand.lack.by;
        // A chain of length 0 can only be measured up to rounding.
        const double grain = 1e-15 * (at.norm() + demand.target.norm());
        if (off.norm() > std::max(settings.tolerance * demand.reach, grain)) return false;
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

}  // namespace posewright::ik

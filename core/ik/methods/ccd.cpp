#include "core/ik/limits.h"
#include "core/ik/model/chain.h"
#include "core/ik/model/joint_space.h"
#include "core/ik/steps/chain_loop.h"
#include "core/ik/steps/half_steps.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <array>
#include <cmath>

namespace posewright::ik {
namespace {

struct CcdMemory {
    std::vector<Quat> turns;  ///< of a chain's joints in one sweep
    int sweeps = 0;           ///< sweeps so far
};

// A sweep costs O(bones): the part beyond a joint is one vector, and rotations are accumulated
// afterwards.
Outcome ccdOnChain(const Problem& problem, const Goal& goal, const Vec3& target,
                   const Settings& settings, Workspace& workspace, Solution& out)
{
    Chain& chain = workspace.of<Chain>();
    const int n = chain.bones();
    auto& turns = workspace.of<CcdMemory>().turns;
    turns.resize(n);
    HalfSteps halves(settings);
    int iteration = out.report.iterations;
    // Shows the chain after joints `i` and beyond were rotated.
    const auto show = [&](int i) {
        toPoints(chain, workspace.points);
        Quat turn = Quat::Identity();
        for (int k = i; k < n; ++k) {
            turn = turn * turns[k];
            workspace.points[k + 1] =
                workspace.points[k] + chain.length[k] * (turn * chain.direction(k));
        }
        halves.chain(HalfStep::Stage::Joint, iteration, chain, workspace.points, chain.joints[i]);
    };
    const auto sweep = [&] {
        ++iteration;
        Vec3 origin = chain.chord();
        Vec3 beyond = Vec3::Zero();  // from the joint's child to the end
        for (int i = n; i-- > 0;) {
            const Vec3 bone = chain.length[i] * chain.direction(i);
            origin -= bone;
            beyond += bone;
            const Vec3 to = target - origin;
            const double from = beyond.norm();
            const double far = to.norm();
            turns[i] = Quat::Identity();
            if (from > 1e-12 * chain.reach && far > 1e-12 * chain.reach) {
                turns[i] = leastArc(beyond / from, to / far);
                beyond = turns[i] * beyond;
            }
            if (halves) show(i);
        }
        Quat turn = Quat::Identity();
        for (int i = 0; i < n; ++i) {
            turn = (turn * turns[i]).normalized();
            chain.setDirection(i, (turn * chain.direction(i)).normalized());
        }
        return (chain.chord() - target).norm();
    };
    return iterateChain(
        problem, goal, settings, chain, settings.tolerance * chain.reach, out, sweep, [] {},
        [&] { return halves.stopped(); });
}

// The points that a joint's rotation should align: the effector with the target, and the effector's
// axes with the requested ones.
struct Pairs {
    std::array<Vec3, 4> from;
    std::array<Vec3, 4> to;
    int count = 0;
};

Pairs pairsOf(const Problem& problem, const JointSpace& space, const JointSpace::Link& link)
{
    const JointSpace::Demand& demand = space.demands.front();
    const JointIndex effector = problem.goals[demand.goal].effector;
    const Vec3& origin = space.positions[space.moved[link.moved].joint];
    // Below a held joint, points only shift along with it.
    const Vec3 shift = space.positions[effector] - space.positions[link.tip];
    Pairs pairs;
    pairs.from[0] = space.positions[link.tip] - origin;
    pairs.to[0] = demand.target - shift - origin;
    pairs.count = 1;
    if (demand.rows == 6 && link.turnsEffector) {
        for (int k = 0; k < 3; ++k) {
            pairs.from[k + 1] = demand.arm * (space.world[effector] * Vec3::Unit(k));
            pairs.to[k + 1] = demand.arm * (demand.orientation * Vec3::Unit(k));
        }
        pairs.count = 4;
    }
    return pairs;
}

// The rotation that aligns the pairs best in the least-squares sense: Davenport's method (Keat,
// Analysis of least-squares attitude determination routine DOAOP, 1977).
Quat bestTurn(const Pairs& pairs)
{
    if (pairs.count == 1) {
        const double from = pairs.from[0].norm();
        const double to = pairs.to[0].norm();
        if (!(from > 0) || !(to > 0)) return Quat::Identity();
        return leastArc(pairs.from[0] / from, pairs.to[0] / to);
    }
    Mat3 sum = Mat3::Zero();
    for (int i = 0; i < pairs.count; ++i) sum += pairs.to[i] * pairs.from[i].transpose();
    return bestRotation(sum);
}

// The rotation [rad] about `axis` that aligns the pairs best in the least-squares sense.
double bestTurnAbout(const Pairs& pairs, const Vec3& axis)
{
    double cosine = 0;
    double sine = 0;
    for (int i = 0; i < pairs.count; ++i) {
        const Vec3& a = pairs.from[i];
        const Vec3& b = pairs.to[i];
        cosine += a.dot(b) - a.dot(axis) * b.dot(axis);
        sine += axis.dot(a.cross(b));
    }
    return cosine == 0 && sine == 0 ? 0 : std::atan2(sine, cosine);
}

void setAngles(const Problem& problem, JointSpace& space, JointSpace::Moved& moved)
{
    const Joint& joint = problem.joints[moved.joint];
    if (std::holds_alternative<PrismaticLimit>(joint.limit))
        space.travel[moved.joint] = moved.angles[0];
    else
        space.local[moved.joint] =
            (joint.rest * rotationOf(joint.limit, moved.angles)).normalized();
    space.place(problem);
}

// For a joint with angles about several axes: sets each to the best value in its range.
void turnAngles(const Problem& problem, JointSpace& space, const JointSpace::Link& link)
{
    auto& moved = space.moved[link.moved];
    const Joint& joint = problem.joints[moved.joint];
    const auto range = bounds(joint.limit);
    for (int k = moved.count; k-- > 0;) {
        const Quat frame = joint.parent < 0 ? problem.baseRotation : space.world[joint.parent];
        if (const auto* slide = std::get_if<PrismaticLimit>(&joint.limit)) {
            const Vec3 axis = frame * (joint.rest * slide->axis);
            const auto& demand = space.demands.front();
            const Vec3 off = demand.target - space.positions[problem.goals[demand.goal].effector];
            moved.angles[0] = clampedTravel(joint.limit, moved.angles[0] + axis.dot(off));
        } else {
            const Vec3 axis =
                (frame * (joint.rest * Vec3(turnRates(joint.limit, moved.angles).col(k))))
                    .normalized();
            moved.angles[k] = clampedAngle(
                moved.angles[k] + bestTurnAbout(pairsOf(problem, space, link), axis), range[k]);
        }
        setAngles(problem, space, moved);
    }
}

void turnBall(const Problem& problem, JointSpace& space, const JointSpace::Link& link)
{
    auto& moved = space.moved[link.moved];
    const Joint& joint = problem.joints[moved.joint];
    const Quat frame = joint.parent < 0 ? problem.baseRotation : space.world[joint.parent];
    const Quat before = space.local[moved.joint];
    const auto angles = moved.angles;
    const double error = space.distance();
    const Quat turn = bestTurn(pairsOf(problem, space, link));
    Quat& local = space.local[moved.joint];
    local = (frame.conjugate() * turn * frame * local).normalized();
    if (!moved.free) {
        moved.angles = anglesOf(joint.limit, joint.rest.conjugate() * local);
        setAngles(problem, space, moved);
    } else {
        space.place(problem);
    }
    // Clamping the best rotation to the limit can be worse than no rotation.
    if (space.distance() <= error) return;
    local = before;
    moved.angles = angles;
    space.place(problem);
}

Iterated sweep(const Problem& problem, const Settings& settings, JointSpace& space,
               Workspace& workspace, FindStep)
{
    HalfSteps halves(settings);
    const int iteration = ++workspace.of<CcdMemory>().sweeps;
    const auto& demand = space.demands.front();
    for (int l = demand.linkBegin; l < demand.linkEnd; ++l) {
        const JointSpace::Link& link = space.links[l];
        const auto& moved = space.moved[link.moved];
        if (moved.count == 0) continue;
        const Limit& limit = problem.joints[moved.joint].limit;
        if (moved.free || std::holds_alternative<ConeLimit>(limit))
            turnBall(problem, space, link);
        else
            turnAngles(problem, space, link);
        halves.space(iteration, space, moved.joint);
    }
    return halves.stopped() ? Iterated::Stopped : Iterated::Moved;
}

Outcome ccdInSpace(const Problem& problem, const Settings& settings, Workspace& workspace,
                   Solution& out)
{
    workspace.of<CcdMemory>().sweeps = out.report.iterations;
    return iterateSpace(problem, settings, workspace, out, sweep);
}

}  // namespace

/// Cyclic coordinate descent from the tip to the root: each joint takes its best position inside
/// its limit, with the others fixed. Wang & Chen, A combined optimization method for solving the
/// inverse kinematics problem of mechanical manipulators, 1991, section 3. If effector and target
/// are on opposite sides of the joint, the published axis vanishes; the joint then turns about a
/// fixed perpendicular.
void solveCcd(const Problem& problem, const Settings& settings, Workspace& workspace, Solution& out)
{
    runSpaces(problem, settings, workspace, out, {ccdOnChain, ccdInSpace});
}

}  // namespace posewright::ik

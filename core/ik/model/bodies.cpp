#include "core/ik/model/bodies.h"

#include "core/ik/model/soft_reach.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kBodiesKick = 1e-3;    // [rad], as for chains
constexpr double kBodiesOnLine = 1e-6;  // [rad]

// The weighted mean of a joint's requested orientations; usually there is only one.
Quat pinnedRotation(const Problem& problem, std::span<const int> group, JointIndex joint,
                    const Quat& now)
{
    Vec4 sum = Vec4::Zero();
    for (int row : group) {
        const Goal& goal = problem.goals[row];
        if (goal.effector == joint && goal.orientation)
            sum += goal.weight * nearestSign(*goal.orientation, now).coeffs();
    }
    return sum.norm() > 1e-9 ? Quat(Vec4(sum.normalized())) : now;
}

void addPull(const Problem& problem, int row, Bodies& bodies)
{
    const Goal& goal = problem.goals[row];
    const bool slides = bodies.slides && goal.root == 0;
    if (goal.effector == goal.root && !slides) return;
    Pull pull;
    pull.goal = row;
    pull.weight = goal.weight;
    pull.reach = reach(problem, goal);
    const JointIndex holder = problem.joints[goal.effector].parent;
    pull.body = holder < 0 ? -1 : bodies.nearest[holder];
    pull.offset = bodies.positions[goal.effector];
    if (pull.body >= 0) {
        const Body& body = bodies.list[pull.body];
        pull.offset = body.rotation.conjugate() * (pull.offset - body.position);
        if (goal.effector != goal.root) pull.rootBody = bodies.nearest[goal.root];
    }
    pull.pathBegin = static_cast<int>(bodies.levers.size());
    pull.ownEnd = pull.pathBegin;
    bool own = pull.rootBody >= 0;
    for (int b = pull.body; b >= 0; b = bodies.list[b].parent) {
        bodies.levers.push_back({b, static_cast<int>(bodies.pulls.size()), Vec3::Zero()});
        ++bodies.list[b].pulls;
        if (own) pull.ownEnd = static_cast<int>(bodies.levers.size());
        own = own && b != pull.rootBody;
    }
    pull.pathEnd = static_cast<int>(bodies.levers.size());
    bodies.size = std::max(bodies.size, pull.reach);
    bodies.pulls.push_back(pull);
}

}  // namespace

void Bodies::place(const Problem& problem)
{
    for (Body& body : list)
        body.position =
            body.parent < 0
                ? Vec3(body.offset + slide)
                : Vec3(list[body.parent].position + list[body.parent].rotation * body.offset);
    for (Pull& pull : pulls) {
        pull.position =
            pull.body < 0 ? Vec3(pull.offset + slide)
                          : Vec3(list[pull.body].position + list[pull.body].rotation * pull.offset);
        const Vec3* tip = &pull.position;
        for (int i = pull.pathBegin; i < pull.pathEnd; ++i) {
            levers[i].arm = *tip - list[levers[i].body].position;
            tip = &list[levers[i].body].position;
        }
        const Goal& goal = problem.goals[pull.goal];
        pull.target = goal.position;
        if (goal.soft <= 0 || pull.rootBody < 0 || (slides && goal.root == 0)) continue;
        const Vec3 root = list[pull.rootBody].position;
        const Vec3 line = goal.position - root;
        const double asked = line.norm();
        const double eased = softReach(asked, pull.reach, goal.soft);
        if (eased < asked) pull.target = root + line * (eased / asked);
    }
}

double Bodies::cost() const
{
    double sum = 0;
    for (const Pull& pull : pulls) sum += pull.weight * pull.error().squaredNorm();
    return sum;
}

void Bodies::turn(int body, const Vec3& by)
{
    list[body].rotation = (fromRotationVector(by) * list[body].rotation).normalized();
}

void extractBodies(const Problem& problem, std::span<const int> group, const Solution& pose,
                   Bodies& bodies)
{
    const auto& joints = problem.joints;
    bodies.list.clear();
    bodies.pulls.clear();
    bodies.levers.clear();
    bodies.slides = false;
    bodies.slide.setZero();
    bodies.size = 0;
    forwardKinematics(problem, pose.rotations, pose.rootPosition, bodies.positions,
                      bodies.rotations, pose.slides);

    constexpr int kTurns = -2;
    constexpr int kPinned = -3;
    bodies.nearest.assign(joints.size(), -1);
    double heaviest = 0;
    for (int row : group) {
        const Goal& goal = problem.goals[row];
        heaviest = std::max(heaviest, goal.weight);
        bodies.slides |= problem.rootMoves && goal.root == 0;
        for (JointIndex j = goal.effector; j != goal.root;) {
            j = joints[j].parent;
            bodies.nearest[j] = kTurns;
        }
    }
    for (int row : group)
        if (problem.goals[row].orientation) bodies.nearest[problem.goals[row].effector] = kPinned;

    for (int j = 0; j < std::ssize(joints); ++j) {
        const int kind = bodies.nearest[j];
        const int above = joints[j].parent < 0 ? -1 : bodies.nearest[joints[j].parent];
        bodies.nearest[j] = above;
        if (kind == -1) continue;
        Body body;
        body.joint = j;
        body.parent = above;
        body.rotation = bodies.rotations[j].normalized();
        body.position = bodies.positions[j];
        body.offset = body.position;
        body.attach = j == 0 ? problem.baseRotation : bodies.rotations[joints[j].parent];
        body.attach.normalize();
        if (above >= 0) {
            const Quat back = bodies.list[above].rotation.conjugate();
            body.offset = back * (body.position - bodies.list[above].position);
            body.attach = back * body.attach;
        }
        body.pinned = kind == kPinned;
        bodies.nearest[j] = static_cast<int>(bodies.list.size());
        bodies.list.push_back(body);
    }
    for (int row : group) addPull(problem, row, bodies);
    for (Pull& pull : bodies.pulls) pull.weight /= heaviest;
    if (bodies.size <= 0) bodies.size = 1;
    // Offsets use the start's frames, so orientations may change only now.
    for (Body& body : bodies.list)
        if (body.pinned) body.rotation = pinnedRotation(problem, group, body.joint, body.rotation);
    bodies.place(problem);
}

void writeRotations(const Problem& problem, Bodies& bodies, Solution& out)
{
    // The start's world rotations are no longer needed; reuse their memory.
    auto& world = bodies.rotations;
    for (int b = 0; b < std::ssize(bodies.list); ++b) {
        const Body& body = bodies.list[b];
        const Quat frame = body.parent < 0
                               ? body.attach
                               : Quat(world[bodies.list[body.parent].joint] * body.attach);
        Quat local = frame.conjugate() * body.rotation;
        if (!body.pinned) {
            const Vec3* first = nullptr;
            bool one = true;
            for (const Lever& lever : bodies.levers) {
                if (lever.body != b || lever.arm.norm() <= 1e-12 * bodies.size) continue;
                if (first)
                    one = one &&
                          lever.arm.cross(*first).norm() <= 1e-9 * lever.arm.norm() * first->norm();
                else
                    first = &lever.arm;
            }
            if (!first) {
                local = problem.start[body.joint];
            } else if (one) {
                const Vec3 inBody = (body.rotation.conjugate() * *first).normalized();
                const Vec3 to = frame.conjugate() * first->normalized();
                const Quat& start = problem.start[body.joint];
                local = leastArc((start * inBody).normalized(), to.normalized()) * start;
            }
        }
        local.normalize();
        out.rotations[body.joint] = local;
        world[body.joint] = frame * local;
    }
    if (bodies.slides) {
        const Vec3 rest = problem.basePosition + problem.baseRotation * problem.joints[0].offset;
        out.rootPosition = rest + bodies.slide;
    }
}

void turnToPoles(const Problem& problem, Bodies& bodies)
{
    for (const Pull& pull : bodies.pulls) {
        const Goal& goal = problem.goals[pull.goal];
        if (!goal.pole) continue;
        int top = pull.pathBegin;
        while (top < pull.ownEnd && bodies.list[bodies.levers[top].body].pulls == 1 &&
               !bodies.list[bodies.levers[top].body].pinned)
            ++top;
        if (top - pull.pathBegin < 2) continue;
        const Vec3 from = bodies.list[bodies.levers[top - 1].body].position;
        const Vec3 line = pull.position - from;
        if (line.norm() <= 1e-9 * pull.reach) continue;
        double whole = 0;
        for (int i = pull.pathBegin; i < top; ++i) whole += bodies.levers[i].arm.norm();
        Vec3 bend = Vec3::Zero();
        double along = 0;
        for (int i = top - 1; i > pull.pathBegin; --i) {
            along += bodies.levers[i].arm.norm();
            bend += bodies.list[bodies.levers[i - 1].body].position - from - line * (along / whole);
        }
        const Vec3 axis = line.normalized();
        Vec3 side = *goal.pole - from;
        bend -= axis * axis.dot(bend);
        side -= axis * axis.dot(side);
        if (bend.norm() < 1e-6 * pull.reach || side.norm() < 1e-9 * pull.reach) continue;
        const double angle = std::atan2(axis.dot(bend.cross(side)), bend.dot(side));
        if (std::abs(angle) <= 1e-10) continue;
        for (int i = pull.pathBegin; i < top; ++i) bodies.turn(bodies.levers[i].body, axis * angle);
        bodies.place(problem);
    }
}

bool unlock(const Problem& problem, Bodies& bodies)
{
    bool onLine = false;
    bool kicked = false;
    for (const Pull& pull : bodies.pulls) {
        int first = pull.ownEnd - 1;
        while (first >= pull.pathBegin && bodies.levers[first].arm.norm() <= 0) --first;
        if (first < pull.pathBegin) continue;
        const Lever& lever = bodies.levers[first];
        const Vec3 axis = lever.arm.normalized();
        Vec3 chord = Vec3::Zero();
        double off = 0;
        for (int i = pull.pathBegin; i <= first; ++i) {
            const Vec3& arm = bodies.levers[i].arm;
            chord += arm;
            if (arm.norm() > 0) off += arm.cross(axis).squaredNorm() / arm.norm();
        }
        off = std::sqrt(off / pull.reach);
        const double inward = pull.error().dot(chord);
        if (off >= kBodiesKick || inward > -1e-9 * pull.reach * chord.norm()) continue;
        const Quat& frame = bodies.list[lever.body].rotation;
        Vec3 side = frame * anyPerpendicular((frame.conjugate() * axis).normalized());
        if (const auto& pole = problem.goals[pull.goal].pole)
            side = *pole - bodies.list[lever.body].position;
        side -= axis * axis.dot(side);
        if (side.norm() < 1e-9 * pull.reach) side = anyPerpendicular(axis);
        const Vec3 about = axis.cross(side.normalized());
        const double kick = kBodiesKick * (1 - off / kBodiesKick) * (1 - off / kBodiesKick);
        double along = 0;
        for (int i = first; i >= pull.pathBegin; --i) {
            const double length = bodies.levers[i].arm.norm();
            const double middle = (along + length / 2) / pull.reach;
            along += length;
            const double back = bodies.levers[i].arm.dot(axis) < 0 ? 1 : 0;
            if (!bodies.list[bodies.levers[i].body].pinned)
                bodies.turn(bodies.levers[i].body, about * (kick * (1 - 2 * middle - back)));
        }
        kicked = true;
        onLine |= off < kBodiesOnLine;
    }
    if (kicked) bodies.place(problem);
    return onLine;
}

}  // namespace posewright::ik

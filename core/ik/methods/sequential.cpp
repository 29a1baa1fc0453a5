#include "core/ik/limits.h"
#include "core/ik/methods/gauss_newton.h"
#include "core/ik/model/bodies.h"
#include "core/ik/model/groups.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/steps/body_newton.h"
#include "core/ik/steps/group_method.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/steps/solve_groups.h"
#include "core/ik/steps/watch.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kEasyReach = 0.97;    // of an arm; farther targets also turn the clavicle
constexpr double kMostClavicle = 0.6;  // [rad]
constexpr int kSpineSteps = 8;
constexpr double kSequentialLargestTurn = 0.7;  // [rad] per step of a spine joint

bool isMet(const Pull& pull, double tolerance)
{
    return pull.error().norm() <= tolerance * pull.reach;
}

// The body that the others hang from: the first one if it has no parent; -1 if there is none.
int topBody(const Bodies& bodies)
{
    return bodies.list.empty() || bodies.list.front().parent >= 0 ? -1 : 0;
}

// The end of the pull's levers, starting at the effector, whose bodies no other pull moves.
int limbEnd(const Bodies& bodies, const Pull& pull)
{
    int end = pull.pathBegin;
    while (end < pull.ownEnd && bodies.list[bodies.levers[end].body].pulls == 1 &&
           !bodies.list[bodies.levers[end].body].pinned)
        ++end;
    return end;
}

// The rotation about `origin` that brings the markers nearest to their targets, by weight:
// Davenport's method (Keat, Analysis of least-squares attitude determination routine DOAOP, 1977).
Quat bestTurn(const Bodies& bodies, const Vec3& origin, const Vec3& aim)
{
    Mat3 sum = Mat3::Zero();
    for (const Pull& pull : bodies.pulls)
        sum += pull.weight * (pull.target - aim) * (pull.position - origin).transpose();
    return nearestSign(bestRotation(sum), Quat::Identity());
}

// Moves the whole body as one rigid piece, onto the root's marker if there is one.
void placeRoot(const Problem& problem, Bodies& bodies)
{
    if (!bodies.slides) return;
    const Pull* marker = nullptr;
    Vec3 from = Vec3::Zero();
    Vec3 to = Vec3::Zero();
    double weight = 0;
    for (const Pull& pull : bodies.pulls) {
        if (problem.goals[pull.goal].effector == 0) marker = &pull;
        from += pull.weight * pull.position;
        to += pull.weight * pull.target;
        weight += pull.weight;
    }
    if (marker) {
        from = marker->position;
        to = marker->target;
    } else {
        from /= weight;
        to /= weight;
    }
    const int top = topBody(bodies);
    if (top >= 0 && !bodies.list[top].pinned && bodies.pulls.size() > 2) {
        const Quat turn = bestTurn(bodies, from, to);
        for (Body& body : bodies.list)
            if (!body.pinned) body.rotation = (turn * body.rotation).normalized();
    }
    bodies.slide += to - from;
    bodies.place(problem);
    if (marker) bodies.slide += marker->error();
    if (!marker) {
        Vec3 off = Vec3::Zero();
        for (const Pull& pull : bodies.pulls) off += pull.weight * pull.error() / weight;
        bodies.slide += off;
    }
    bodies.place(problem);
}

// Least squares on the bones from `begin` to before `end`, as on a chain of directions.
void bendTowards(const Problem& problem, Bodies& bodies, std::size_t row, int begin, int end,
                 double tolerance)
{
    for (int step = 0; step < kSpineSteps; ++step) {
        const Pull& pull = bodies.pulls[row];
        if (isMet(pull, tolerance) || !(pull.reach > 0)) return;
        Mat3 normal = 1e-4 * pull.error().norm() * pull.reach * Mat3::Identity();
        for (int i = begin; i < end; ++i) {
            const Vec3& arm = bodies.levers[i].arm;
            if (!bodies.list[bodies.levers[i].body].pinned)
                normal += arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose();
        }
        const Vec3 f = normal.llt().solve(pull.error());
        double largest = 0;
        for (int i = begin; i < end; ++i)
            largest = std::max(largest, bodies.levers[i].arm.cross(f).norm());
        const double share =
            largest > kSequentialLargestTurn ? kSequentialLargestTurn / largest : 1;
        for (int i = begin; i < end; ++i)
            if (!bodies.list[bodies.levers[i].body].pinned)
                bodies.turn(bodies.levers[i].body, share * bodies.levers[i].arm.cross(f));
        bodies.place(problem);
    }
}

// Bends the head's bones above its limb towards it, without the joint that the legs also hang from.
void placeSpine(const Problem& problem, Bodies& bodies, std::size_t row, double tolerance)
{
    const Pull& pull = bodies.pulls[row];
    int end = pull.ownEnd;
    const int top = topBody(bodies);
    if (end - pull.pathBegin > 1 && bodies.levers[end - 1].body == top &&
        bodies.list[top].pulls > 1)
        --end;
    bendTowards(problem, bodies, row, pull.pathBegin, end, tolerance);
}

// Two bones with given ends, by the law of cosines; the knee keeps its side.
void bendLimb(const Problem& problem, Bodies& bodies, std::size_t row)
{
    const Pull& pull = bodies.pulls[row];
    const Lever& lower = bodies.levers[pull.pathBegin];
    const Lever& upper = bodies.levers[pull.pathBegin + 1];
    const double a = upper.arm.norm();
    const double b = lower.arm.norm();
    const Vec3 line = pull.target - bodies.list[upper.body].position;
    const double c = std::clamp(line.norm(), std::abs(a - b), a + b);
    if (!(a > 0) || !(b > 0) || !(c > 1e-9 * (a + b)) || !(line.norm() > 0)) return;
    const Vec3 axis = line.normalized();
    Vec3 side = upper.arm / a - lower.arm / b;
    side -= axis * axis.dot(side);
    if (side.norm() < 1e-9) side = anyPerpendicular(axis);
    const double along = (a * a + c * c - b * b) / (2 * c);
    const double height = std::sqrt(std::max(0.0, a * a - along * along));
    const Vec3 knee = along * axis + height * side.normalized();
    const auto turnOnto = [&](const Lever& lever, const Vec3& to) {
        Body& body = bodies.list[lever.body];
        body.rotation =
            (leastArc(lever.arm.normalized(), to.normalized()) * body.rotation).normalized();
    };
    turnOnto(upper, knee);
    turnOnto(lower, c * axis - knee);
    bodies.place(problem);
}

// Turns the third bone of a limb towards the target, only until the target is within easy reach of
// the two bones below.
void turnClavicle(const Problem& problem, Bodies& bodies, const Pull& pull)
{
    const Lever& clavicle = bodies.levers[pull.pathBegin + 2];
    const double reach = kEasyReach * (bodies.levers[pull.pathBegin].arm.norm() +
                                       bodies.levers[pull.pathBegin + 1].arm.norm());
    const Vec3 to = pull.target - bodies.list[clavicle.body].position;
    const double far = to.norm();
    const double length = clavicle.arm.norm();
    if (!(length > 0) || !(far > 0) || (to - clavicle.arm).norm() <= reach) return;
    // The angle to the line at which the target is just within easy reach.
    const double cosine =
        std::clamp((length * length + far * far - reach * reach) / (2 * length * far), -1.0, 1.0);
    const Vec3 turn = rotationVector(leastArc(clavicle.arm / length, to / far));
    const double angle = turn.norm();
    const double wanted = std::clamp(angle - std::acos(cosine), 0.0, kMostClavicle);
    if (!(angle > 0) || !(wanted > 0)) return;
    bodies.turn(clavicle.body, turn * (wanted / angle));
    bodies.place(problem);
}

void placeParts(const Problem& problem, Bodies& bodies, double tolerance)
{
    placeRoot(problem, bodies);
    // The head's pull, whose limb has fewer than two bones, goes before the limbs.
    for (std::size_t k = 0; k < bodies.pulls.size(); ++k) {
        const Pull& pull = bodies.pulls[k];
        if (limbEnd(bodies, pull) - pull.pathBegin < 2 && !isMet(pull, tolerance))
            placeSpine(problem, bodies, k, tolerance);
    }
    for (std::size_t k = 0; k < bodies.pulls.size(); ++k) {
        const Pull& pull = bodies.pulls[k];
        const int bones = limbEnd(bodies, pull) - pull.pathBegin;
        if (bones < 2 || isMet(pull, tolerance)) continue;
        if (bones == 3) turnClavicle(problem, bodies, pull);
        if (bones <= 3)
            bendLimb(problem, bodies, k);
        else
            bendTowards(problem, bodies, k, pull.pathBegin, pull.pathBegin + bones, tolerance);
    }
}

bool allMet(const Bodies& bodies, double tolerance)
{
    return std::ranges::all_of(bodies.pulls,
                               [&](const Pull& pull) { return isMet(pull, tolerance); });
}

Outcome sequentialSolveBodies(const Problem& problem, const Settings& settings,
                              Workspace& workspace, Solution& out)
{
    Bodies& bodies = workspace.of<Bodies>();
    BodyNewton& newton = workspace.of<BodyNewton>();
    const Watch watch{settings.observer, &problem, &out};
    const double tolerance = settings.tolerance;
    int iterations = out.report.iterations;
    turnToPoles(problem, bodies);
    out.report.degenerateStart |= unlock(problem, bodies);
    if (!settled(bodies, newton, tolerance)) {
        placeParts(problem, bodies, tolerance);
        ++iterations;
        if (watch && !watch.bodies(bodies, iterations, std::sqrt(bodies.cost())))
            return {iterations, std::sqrt(bodies.cost()), Stop::Cancelled};
        // A limb straightened by its clavicle, or a straight spine.
        if (!allMet(bodies, tolerance)) out.report.degenerateStart |= unlock(problem, bodies);
    }
    const Outcome outcome = newtonOnBodies(problem, bodies, newton, tolerance, iterations,
                                           std::max(settings.maxIterations, iterations), watch);
    turnToPoles(problem, bodies);
    return outcome;
}

}  // namespace

/// Solves a full body part by part, each in closed form or by a short iteration: Unzueta, Peinado,
/// Boulic & Suescun, Full-body performance animation with sequential inverse kinematics, Graphical
/// Models 70, 2008, section 4. The root is placed by its marker, or by the rigid motion that fits
/// the markers best; the spine bends towards the head; a clavicle turns only as far as its arm
/// cannot reach; arms and legs are solved as two bones. The parts are found from the tree: a limb
/// is moved by one goal only, and a clavicle is a bone of a limb above its last two. Errors that
/// remain because the parts were placed one after another are corrected by newtonOnBodies, or by
/// `lm` if joints have limits.
void solveSequential(const Problem& problem, const Settings& settings, Workspace& workspace,
                     Solution& out)
{
    if (workspace.of<LimitSet>().empty()) {
        // A single chain has no parts.
        if (problem.goals.size() == 1 && !problem.rootMoves) out.report.solver = "gauss-newton";
        solveByMethod(problem, settings, workspace, out,
                      {solveGaussNewtonChain, sequentialSolveBodies});
        return;
    }
    const auto solveGroup = [&](std::span<const int> group, const Settings&) {
        Bodies& bodies = workspace.of<Bodies>();
        extractBodies(problem, group, out, bodies);
        if (!allMet(bodies, settings.tolerance)) {
            placeParts(problem, bodies, settings.tolerance);
            writeRotations(problem, bodies, out);
            for (const Body& body : bodies.list)
                (void)clampLocal(problem.joints[body.joint], out.rotations[body.joint]);
            ++out.report.iterations;
            if (settings.observer && *settings.observer &&
                !(*settings.observer)(out.report.iterations, std::sqrt(bodies.cost()),
                                      out.rotations))
                return Outcome{.iterations = out.report.iterations, .stop = Stop::Cancelled};
        }
        return finishUnderLimits(problem, group, settings, workspace, out, out.report.iterations);
    };
    solveGroups(problem, settings, workspace.of<Groups>(), out.report, solveGroup);
}

}  // namespace posewright::ik

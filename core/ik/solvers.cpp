#include "core/ik/chain_methods.h"
#include "core/ik/fabrik.h"
#include "core/ik/gauss_newton.h"
#include "core/ik/goal_extras.h"
#include "core/ik/jacobian_methods.h"
#include "core/ik/limit_report.h"
#include "core/ik/limits.h"
#include "core/ik/lm.h"
#include "core/ik/measured.h"
#include "core/ik/sequential.h"
#include "core/ik/solver.h"
#include "core/ik/two_bone_solver.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace posewright::ik {
namespace {

constexpr int kAnyNumber = std::numeric_limits<int>::max();

constexpr std::array kSolvers{
    Solver{"gauss-newton", "Gauss-Newton on bone directions",
           "Buss, Introduction to inverse kinematics, 2004, section 4 (the normal equations)",
           Abilities{kAnyNumber, true, true, true, true, 0, false, true, true}, solveGaussNewton},
    Solver{"fabrik", "FABRIK with a Gauss-Newton finish",
           "Aristidou & Lasenby, FABRIK, 2011, Algorithm 1; Buss 2004 for the finish",
           Abilities{kAnyNumber, true, true, true, true, 0, false, true, true}, solveFabrik},
    Solver{"fabrik-textbook", "FABRIK as published",
           "Aristidou & Lasenby, FABRIK, 2011, Algorithms 1 to 3 and section 4.4",
           Abilities{kAnyNumber, true, false, true, true}, solveFabrikTextbook},
    Solver{"lm", "Levenberg-Marquardt under limits",
           "Levenberg 1944; Marquardt 1963; Sugihara, IEEE Transactions on Robotics 27, 2011",
           Abilities{kAnyNumber, true, true, true, true, 0, false, true, true}, solveLm},
    Solver{"two-bone", "Two bones by the law of cosines",
           "Euclid, Elements, II.12-13; Kahan, Miscalculating area and angles of a needle-like "
           "triangle",
           Abilities{1, true, true, true, false, 2, true}, solveTwoBone},
    Solver{"fabrik-spheres", "FABRIK with spheres",
           "Aristidou & Lasenby, FABRIK, 2011, section 4.1",
           Abilities{1, false, false, false, false}, solveFabrikSpheres},
    Solver{"triangulation", "Triangulation",
           "Mueller-Cajar & Mukundan, Triangulation: a new algorithm for inverse kinematics, 2007",
           Abilities{1, false, false, false, false}, solveTriangulation},
    Solver{"ftl", "Follow the leader",
           "Brown, Latombe & Montgomery, Real-time knot-tying simulation, 2004, section 3",
           Abilities{1, false, false, false, false}, solveFollowTheLeader},
    Solver{"ccd", "Cyclic coordinate descent",
           "Wang & Chen, A combined optimization method for solving the inverse kinematics problem "
           "of mechanical manipulators, 1991",
           Abilities{1, true, false, true, false}, solveCcd},
    Solver{"jacobian-transpose", "Jacobian transpose",
           "Wolovich & Elliott, A computational technique for inverse kinematics, 1984; "
           "Buss 2004, section 4, for the step",
           Abilities{kAnyNumber, true, false, true, true, 0, false, true, true}, solveTranspose},
    Solver{"pseudo-inverse", "Pseudo-inverse",
           "Parent, Computer animation, 2002, section 5.3; Press et al., Numerical recipes, 2007, "
           "sections 2.6 and 17.2",
           Abilities{kAnyNumber, true, false, true, true, 0, false, true, true},
           solvePseudoInverse},
    Solver{"dls", "Damped least squares",
           "Wampler, Manipulator inverse kinematic solutions, 1986; Buss & Kim, Selectively damped "
           "least squares for inverse kinematics, 2005, section 3",
           Abilities{kAnyNumber, true, false, true, true, 0, false, true, true}, solveDls},
    Solver{"svd-dls", "Damped least squares by singular values",
           "Maciejewski & Klein, Numerical filtering for the operation of robotic manipulators, "
           "1988; Buss & Kim 2005, section 5, where selective",
           Abilities{kAnyNumber, true, false, true, true, 0, false, true, true}, solveSvdDls},
    Solver{"newton", "Newton's method",
           "Nocedal & Wright, Numerical optimization, 2006, sections 3.4 and 16.5",
           Abilities{kAnyNumber, true, false, true, true}, solveNewton},
    Solver{"bfgs", "BFGS, projected onto the limits",
           "Broyden, Fletcher, Goldfarb, Shanno 1970; Nocedal & Wright 2006, sections 6.1, 16.7",
           Abilities{kAnyNumber, true, false, true, true}, solveBfgs},
    Solver{"sequential", "Full body, part by part",
           "Unzueta, Peinado, Boulic & Suescun, Full-body performance animation with sequential "
           "inverse kinematics, 2008, section 4",
           Abilities{kAnyNumber, true, true, true, true}, solveSequential},
};

// Squares and sums of numbers below this stay finite.
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
// To rounding; what comes from files in single precision is not.
bool isUnit(const Quat& q)
{
    return std::abs(q.squaredNorm() - 1) < 1e-14;
}

std::string jointText(const char* before, int joint, const char* after)
{
    return std::string(before) + std::to_string(joint) + after;
}

std::string goalFault(const Problem& problem, const Abilities& can, const Goal& goal)
{
    const int joints = static_cast<int>(problem.joints.size());
    if (goal.effector < 0 || goal.effector >= joints)
        return jointText("there is no joint ", goal.effector, " to be an effector");
    if (goal.root < 0 || goal.root >= joints)
        return jointText("there is no joint ", goal.root, " to be a root");
    JointIndex j = goal.effector;
    while (j > goal.root) j = problem.joints[j].parent;
    if (j != goal.root) return jointText("joint ", goal.root, " is not above its effector");
    if (!solversUsable(goal.position)) return "a goal's position is not a number";
    if (goal.orientation && !isRotation(*goal.orientation))
        return "a goal's orientation is not a rotation";
    if (!(goal.weight > 0) || !solversUsable(goal.weight)) return "a goal's weight is not positive";
    if (goal.pole && !solversUsable(*goal.pole)) return "a goal's pole is not a number";
    if (!(goal.soft >= 0 && goal.soft < 1)) return "a goal's soft share is outside [0, 1)";
    if (!(goal.least >= 0) || !solversUsable(goal.least)) return "a goal's least reach is negative";
    if (goal.orientation && !can.orientation) return "this solver serves no orientations";
    if (goal.pole && !can.pole) return "this solver serves no poles";
    if (goal.aim && !can.aim) return "this solver aims nothing";
    if (goal.meets != -1 && !can.loops) return "this solver closes no loops";
    return {};
}

// Of what not every goal has.
std::string extrasFault(const Problem& problem, const Goal& goal)
{
    if (goal.aim) {
        if (!solversUsable(goal.aim->at)) return "what a goal looks at is not a number";
        if (!(std::abs(goal.aim->axis.norm() - 1) < 1e-6))
            return "the axis of an aim is not a unit vector";
        if (goal.orientation || goal.pole || goal.meets != -1)
            return "an aim has no orientation, no pole, and meets nothing";
    }
    if (goal.meets != -1) {
        if (goal.meets < 0 || goal.meets >= std::ssize(problem.joints))
            return jointText("there is no joint ", goal.meets, " to meet");
        JointIndex j = goal.meets;
        while (j > goal.root) j = problem.joints[j].parent;
        if (j != goal.root) return jointText("joint ", goal.root, " is not above what is met");
        if (goal.meets == goal.effector) return "an effector cannot meet itself";
        if (goal.pole || goal.soft > 0) return "a goal that meets a joint has no pole and no ease";
    }
    if (!(goal.stretch >= 0) || !solversUsable(goal.stretch)) return "a goal's stretch is negative";
    if (!(goal.stretch > 0)) return {};
    if (goal.aim || goal.meets != -1 || goal.pinned)
        return "a goal that looks, meets a joint or is pinned does not stretch";
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
        else if (const auto text = limitFault(limit); !text.empty())
            fault = jointText("the limit of joint ", j, " ") + std::string(text);
    });
    return fault;
}

// A sentence that says why the problem cannot be solved; empty if it can.
std::string fault(const Problem& problem, const Settings& settings, const Abilities& can,
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
        if (std::string text = extrasFault(problem, goal); !text.empty()) return text;
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

}  // namespace

std::string_view name(Status status) noexcept
{
    switch (status) {
    case Status::Inactive: return "inactive";
    case Status::Reached: return "reached";
    case Status::Softened: return "softened";
    case Status::Limited: return "limited";
    case Status::Unreachable: return "unreachable";
    case Status::Conflict: return "conflict";
    case Status::Stalled: return "stalled";
    case Status::IterationLimit: return "iterationLimit";
    case Status::Cancelled: return "cancelled";
    case Status::Invalid: return "invalid";
    }
    return "invalid";
}

std::span<const Solver> solvers() noexcept
{
    return kSolvers;
}

const Solver* findSolver(std::string_view id) noexcept
{
    const auto found = std::ranges::find(kSolvers, id, &Solver::id);
    return found == kSolvers.end() ? nullptr : &*found;
}

const Solver& defaultSolver(const Problem& problem) noexcept
{
    static const Solver& twoBone = *findSolver("two-bone");
    static const Solver& lm = *findSolver("lm");
    static const Solver& fabrik = *findSolver("fabrik");
    const auto goals = problem.goals;
    const auto outside = [&](const Goal& goal) {
        const int joints = static_cast<int>(problem.joints.size());
        return goal.effector < 0 || goal.effector >= joints || goal.root < 0 ||
               goal.root > goal.effector || goal.meets >= joints ||
               (goal.meets >= 0 && goal.meets < goal.root);
    };
    if (goals.empty() || std::ranges::any_of(goals, outside)) return kSolvers.front();
    if (looksOrMeets(problem)) return lm;
    if (goals.size() == 1 && !problem.rootMoves && isTwoBones(problem, goals.front()) &&
        limitsFault(problem, twoBone.abilities, goals.front()).empty())
        return twoBone;
    const Abilities free{kAnyNumber, true, true, false, true};
    for (const Goal& goal : goals)
        if (!limitsFault(problem, free, goal).empty()) return lm;
    for (std::size_t i = 0; i < goals.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (shareJoint(problem, goals[i], goals[k])) return fabrik;
    return kSolvers.front();
}

void solve(const Solver& solver, const Problem& asked, const Settings& settings,
           Workspace& workspace, Solution& out)
{
    Problem problem = asked;
    if (!problem.start.empty() && problem.start.data() == out.rotations.data()) {
        workspace.start.assign(problem.start.begin(), problem.start.end());
        problem.start = workspace.start;
    }
    out.rotations.assign(problem.start.begin(), problem.start.end());
    out.rootPosition = problem.basePosition;
    if (!problem.joints.empty())
        out.rootPosition += problem.baseRotation * problem.joints[0].offset;
    out.slides.assign(problem.slides.begin(), problem.slides.end());
    out.stretches.clear();
    bool anyLimits = false;
    bool anySlides = false;
    for (const Joint& joint : problem.joints) {
        anyLimits |= joint.limit.index() != 0;
        anySlides |= std::holds_alternative<PrismaticLimit>(joint.limit);
    }
    if (anySlides && out.slides.empty()) out.slides.assign(problem.joints.size(), 0.0);
    Report& report = out.report;
    report.status = Status::Inactive;
    report.iterations = 0;
    report.degenerateStart = false;
    report.limitViolation = 0;
    report.boneStretch = 0;
    report.solver = solver.id;
    report.goals.assign(problem.goals.size(), GoalReport{});
    report.activeLimits.clear();
    report.message = fault(problem, settings, solver.abilities, anyLimits);
    if (!report.message.empty()) {
        report.status = Status::Invalid;
        return;
    }
    if (!std::ranges::all_of(problem.start, isUnit)) {
        if (problem.start.data() != workspace.start.data())
            workspace.start.assign(problem.start.begin(), problem.start.end());
        for (Quat& q : workspace.start) q.normalize();
        problem.start = workspace.start;
        out.rotations = workspace.start;
    }
    const bool placed = isUnit(problem.baseRotation);
    problem.baseRotation.normalize();
    if (!placed)
        out.rootPosition = problem.basePosition + problem.baseRotation * problem.joints[0].offset;
    if (std::ranges::any_of(problem.goals, &Goal::pinned)) {
        pin(problem, workspace.goals);
        problem.goals = workspace.goals;
    }
    workspace.limited.clear();
    if (anyLimits && findLimited(problem, workspace.limited)) {
        clampPose(problem, workspace.limited, out.rotations, out.slides);
        workspace.start = out.rotations;
        problem.start = workspace.start;
    }
    solver.solve(problem, settings, workspace, out);
    stretch(problem, workspace, out);
    measure(problem, settings, workspace, out);
}

Solution solve(const Solver& solver, const Problem& problem, const Settings& settings)
{
    Workspace workspace;
    Solution solution;
    solve(solver, problem, settings, workspace, solution);
    return solution;
}

}  // namespace posewright::ik

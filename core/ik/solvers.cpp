#include "core/ik/model/goal_joints.h"
#include "core/ik/model/two_bones.h"
#include "core/ik/report/problem_faults.h"

#include <algorithm>
#include <array>

namespace posewright::ik {

// Each is defined and explained in the file of its name in methods/.
SolveFunction solveGaussNewton, solveFabrik, solveFabrikTextbook, solveLm, solveTwoBone,
    solveFabrikSpheres, solveTriangulation, solveFollowTheLeader, solveCcd, solveTranspose,
    solvePseudoInverse, solveDls, solveSvdDls, solveNewton, solveBfgs, solveSequential;

namespace {

// Refuses any limit, so that defaultSolver() can ask whether a chain has one.
constexpr Abilities kNoLimits{
    .goals = kAnyNumber, .orientation = true, .pole = true, .limits = false, .rootMoves = true};
// For methods that handle everything: free joints themselves, the rest through `lm`.
constexpr Abilities kAll{.goals = kAnyNumber,
                         .orientation = true,
                         .pole = true,
                         .limits = true,
                         .rootMoves = true,
                         .allKinds = true};
// For methods that solve equations over joints.
constexpr Abilities kAllButPoles{
    .goals = kAnyNumber, .orientation = true, .limits = true, .rootMoves = true, .allKinds = true};
constexpr Abilities kPlaces{
    .goals = kAnyNumber, .orientation = true, .limits = true, .rootMoves = true};
constexpr Abilities kPlacesAndPoles{
    .goals = kAnyNumber, .orientation = true, .pole = true, .limits = true, .rootMoves = true};
constexpr Abilities kOnePosition{.goals = 1};

constexpr std::array kSolvers{
    Solver{"gauss-newton", "Gauss-Newton on bone directions",
           "Buss, Introduction to inverse kinematics, 2004, section 4 (the normal equations)", kAll,
           solveGaussNewton},
    Solver{"fabrik", "FABRIK with a Gauss-Newton finish",
           "Aristidou & Lasenby, FABRIK, 2011, Algorithm 1; Buss 2004 for the finish", kAll,
           solveFabrik},
    Solver{"fabrik-textbook", "FABRIK as published",
           "Aristidou & Lasenby, FABRIK, 2011, Algorithms 1 to 3 and section 4.4", kPlaces,
           solveFabrikTextbook},
    Solver{"lm", "Levenberg-Marquardt under limits",
           "Levenberg 1944; Marquardt 1963; Sugihara, IEEE Transactions on Robotics 27, 2011", kAll,
           solveLm},
    Solver{"two-bone",
           "Two bones by the law of cosines",
           "Euclid, Elements, II.12-13; Kahan, Miscalculating area and angles of a needle-like "
           "triangle",
           {.goals = 1,
            .orientation = true,
            .pole = true,
            .limits = true,
            .bones = 2,
            .middleHinge = true},
           solveTwoBone},
    Solver{"fabrik-spheres", "FABRIK with spheres",
           "Aristidou & Lasenby, FABRIK, 2011, section 4.1", kOnePosition, solveFabrikSpheres},
    Solver{"triangulation", "Triangulation",
           "Mueller-Cajar & Mukundan, Triangulation: a new algorithm for inverse kinematics, 2007",
           kOnePosition, solveTriangulation},
    Solver{"ftl", "Follow the leader",
           "Brown, Latombe & Montgomery, Real-time knot-tying simulation, 2004, section 3",
           kOnePosition, solveFollowTheLeader},
    Solver{"ccd",
           "Cyclic coordinate descent",
           "Wang & Chen, A combined optimization method for solving the inverse kinematics problem "
           "of mechanical manipulators, 1991",
           {.goals = 1, .orientation = true, .limits = true},
           solveCcd},
    Solver{"jacobian-transpose", "Jacobian transpose",
           "Wolovich & Elliott, A computational technique for inverse kinematics, 1984; "
           "Buss 2004, section 4, for the step",
           kAllButPoles, solveTranspose},
    Solver{"pseudo-inverse", "Pseudo-inverse",
           "Parent, Computer animation, 2002, section 5.3; Press et al., Numerical recipes, 2007, "
           "sections 2.6 and 17.2",
           kAllButPoles, solvePseudoInverse},
    Solver{"dls", "Damped least squares",
           "Wampler, Manipulator inverse kinematic solutions, 1986; Buss & Kim, Selectively damped "
           "least squares for inverse kinematics, 2005, section 3",
           kAllButPoles, solveDls},
    Solver{"svd-dls", "Damped least squares by singular values",
           "Maciejewski & Klein, Numerical filtering for the operation of robotic manipulators, "
           "1988; Buss & Kim 2005, section 5, where selective",
           kAllButPoles, solveSvdDls},
    Solver{"newton", "Newton's method",
           "Nocedal & Wright, Numerical optimization, 2006, sections 3.4 and 16.5", kPlaces,
           solveNewton},
    Solver{"bfgs", "BFGS, projected onto the limits",
           "Broyden, Fletcher, Goldfarb, Shanno 1970; Nocedal & Wright 2006, sections 6.1, 16.7",
           kPlaces, solveBfgs},
    Solver{"sequential", "Full body, part by part",
           "Unzueta, Peinado, Boulic & Suescun, Full-body performance animation with sequential "
           "inverse kinematics, 2008, section 4",
           kPlacesAndPoles, solveSequential},
};

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
        const JointIndex* other = otherJoint(goal.kind);
        return goal.effector < 0 || goal.effector >= joints || goal.root < 0 ||
               goal.root > goal.effector || (other && (*other < goal.root || *other >= joints));
    };
    if (goals.empty() || std::ranges::any_of(goals, outside)) return kSolvers.front();
    if (asksMoreThanReach(problem)) return lm;
    if (goals.size() == 1 && !problem.rootMoves && isTwoBones(problem, goals.front()) &&
        limitsFault(problem, twoBone.abilities, goals.front()).empty())
        return twoBone;
    for (const Goal& goal : goals)
        if (!limitsFault(problem, kNoLimits, goal).empty()) return lm;
    for (std::size_t i = 0; i < goals.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (shareJoint(problem, goals[i], goals[k])) return fabrik;
    return kSolvers.front();
}

}  // namespace posewright::ik

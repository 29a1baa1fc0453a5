#pragma once

#include "core/math/transform.h"
#include "core/scene/kind.h"
#include "core/scene/limit.h"

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Inverse kinematics: the rotations of a tree of joints that bring its effectors to their goals.
/// This header is the whole contract; it knows no document. Everything here is in world space [m]
/// unless it says otherwise.
namespace posewright::ik {

/// Row of a joint in its Problem; -1 is none.
using JointIndex = int;

struct Joint {
    JointIndex parent = -1;  ///< less than the joint's own index; only joint 0 has none
    Vec3 offset =
        Vec3::Zero();  ///< origin, in the frame of the parent joint (of the base for joint 0)
    Quat rest =
        Quat::Identity();  ///< rest rotation in the parent: the frame that the limit speaks of
    Limit limit;           ///< free by default
};

using GoalKind = KindOf<JointIndex>;

/// Where one joint should be, or look.
struct Goal {
    JointIndex effector = -1;
    JointIndex root = 0;  ///< topmost joint that this goal may turn; an ancestor of the effector
    GoalKind kind;        ///< what is asked of the effector; its rules say what may stand beside it
    /// Where the effector's origin is to be, or what it is to look at; of a loop in the frame of
    /// the joint that is met.
    Vec3 position = Vec3::Zero();
    std::optional<Quat> orientation;  ///< in the same frame; empty: the effector follows its parent
    double weight = 1;                ///< > 0, relative to the other goals
    std::optional<Vec3> pole;         ///< a point that the chain bends towards
    double soft = 0;  ///< share of the reach over which the goal is eased (C2), 0 is exact
    /// How near to its root the limits let the chain fold, if that is known (leastReach): there the
    /// goal is eased, too, over as much. Only solvers under limits see it. [m]
    double least = 0;
    /// Must not give way: it outweighs the goals that are not pinned ten thousand times, and a goal
    /// whose chain runs through its effector turns nothing above it.
    bool pinned = false;
    /// How much longer than they are the bones may become, as a share of their lengths, to reach
    /// what the chain alone does not: 0.2 is a fifth. Only of a goal that shares no joint.
    double stretch = 0;

    bool reaches() const noexcept { return std::holds_alternative<Reach>(kind); }
    bool turnOnly() const { return rulesOf(kind).turnOnly; }
    /// The other joint that the kind names; -1: none.
    JointIndex meets() const noexcept
    {
        const JointIndex* other = otherJoint(kind);
        return other ? *other : -1;
    }
    /// Whether the effector itself turns, not only the joints above it.
    bool turnsEffector() const { return orientation || rulesOf(kind).turnsEffector; }
};

/// Everything that a solver reads. Borrowed for the call.
struct Problem {
    std::span<const Joint> joints;  ///< topological; joint 0 is the root
    std::span<const Quat> start;    ///< local rotations to start from, one per joint, unit to 1e-5
    Vec3 basePosition = Vec3::Zero();  ///< frame that joint 0 hangs in
    Quat baseRotation = Quat::Identity();
    std::span<const Goal> goals;
    bool rootMoves = false;  ///< joint 0 may translate
    /// Travel of each joint at the start: a joint's origin is offset + rest * axis * travel if its
    /// limit is prismatic. Empty: none has travelled. [m]
    std::span<const double> slides = {};
};

enum class Status {
    Inactive,        ///< nothing asked for this target at this frame
    Reached,         ///< within tolerance
    Softened,        ///< missed on purpose: soft reach, or a blend or influence that holds it back
    Limited,         ///< missed because a joint limit stands in the way
    Unreachable,     ///< farther than the chain is long, or nearer than it can fold
    Conflict,        ///< several goals share joints and cannot be met together
    Stalled,         ///< no further progress, for no reason that is known
    IterationLimit,  ///< still improving when the iterations ran out
    Cancelled,       ///< the observer said stop
    Invalid,         ///< the problem is malformed, or this solver cannot serve it; see the message
};
std::string_view name(Status) noexcept;  ///< as in files and on the command line: "iterationLimit"

/// How one goal was met, measured by forward kinematics on the returned rotations.
struct GoalReport {
    Status status = Status::Invalid;
    /// [m] to the goal as it was asked, not as it was softened; 0 of an aim
    double positionError = 0;
    double orientationError = 0;  ///< [rad] in [0, pi]; of an aim, between the axis and its point
    double eased = 0;  ///< [m] of positionError that soft reach accounts for: all of it, or nothing
};

/// A limit that the returned pose touches.
struct ActiveLimit {
    JointIndex joint = -1;
    std::string_view part;  ///< "twist", "cone", "hinge", "x", "y", "z", "travel"
    int side = 0;           ///< -1 at the minimum, +1 at the maximum
};

struct Report {
    Status status = Status::Invalid;  ///< the worst of the goals'
    int iterations = 0;
    bool degenerateStart =
        false;  ///< the start was straight or folded onto itself, and was bent first
    double limitViolation = 0;  ///< [rad] worst over the joints
    /// ftl: by what share a bone was too long or short before the lengths were put right.
    double boneStretch = 0;
    /// Id of the solver that answered: `lm` where it took over from another, or finished for it.
    std::string_view solver;
    std::vector<GoalReport> goals;  ///< one per Problem::goals
    std::vector<ActiveLimit> activeLimits;
    std::string message;  ///< a sentence where the status needs one
};

/// The best pose found, also where the goals are not met; the start where the problem is invalid.
struct Solution {
    std::vector<Quat> rotations;  ///< local, one per joint, unit
    /// World origin of joint 0, without its own travel if it is prismatic: that is in `slides`.
    /// Differs from the start's only if rootMoves. [m]
    Vec3 rootPosition = Vec3::Zero();
    std::vector<double> slides;  ///< travel of each joint [m]; empty where no joint is prismatic
    /// What each joint's offset is multiplied by; empty where no goal may stretch its chain.
    std::vector<double> stretches;
    Report report;
};

/// Called with the local rotations after each iteration; false stops the solve. Serves progress,
/// cancellation, convergence plots and step-through teaching. Costs nothing when absent.
using Observer = std::function<bool(int iteration, double error, std::span<const Quat> rotations)>;

/// What happens inside an iteration of the FABRIK family and of CCD, for step-through teaching.
struct HalfStep {
    enum class Stage { Inwards, Outwards, Joint };  ///< a pass of FABRIK; a joint of CCD
    Stage stage = Stage::Inwards;
    int iteration = 0;      ///< that it belongs to, from 1 on
    JointIndex joint = -1;  ///< that was turned; -1 of a pass
    std::span<const JointIndex> joints;
    /// One per joint, world [m]. After an inward pass the effectors are on their goals, and the
    /// root is not where it belongs.
    std::span<const Vec3> points;
};
/// False stops the solve. Costs nothing when absent; where it is given, memory may be allocated.
using HalfStepObserver = std::function<bool(const HalfStep&)>;

struct Settings {
    /// Of one descent: a solver that starts again from seeds, or that another finishes for, has as
    /// many again, and so has each group of goals that share no joint with the others.
    int maxIterations = 200;
    double tolerance = 1e-6;             ///< of positions, as a share of the chain's length
    double orientationTolerance = 1e-6;  ///< [rad]
    const Observer* observer = nullptr;  ///< borrowed; null for none
    const HalfStepObserver* halfSteps = nullptr;  ///< borrowed; null for none
    /// How many other poses a solver under limits may start from, where the start leads nowhere.
    /// They are fixed for a problem, and tried in the order of their distance from the start.
    int seeds = 256;
    /// pseudo-inverse: share of the way that one explicit Euler step goes, in (0, 1]; 0 leaves the
    /// steps to an adaptive Runge-Kutta method. Other solvers have no such choice.
    double step = 0;
    bool selective = false;  ///< svd-dls: damps each singular vector by itself
};

/// Memory that a solve needs; reuse one per thread and nothing is allocated once it is warm.
/// Defined in core/ik/workspace.h.
class Workspace;

constexpr int kAnyNumber = std::numeric_limits<int>::max();

/// What a solver can be asked for. Asking for more makes the solve Invalid, never half obeyed.
struct Abilities {
    int goals = 1;  ///< most goals at once; kAnyNumber: no bound
    bool orientation = false;
    bool pole = false;
    bool limits = false;
    bool rootMoves = false;
    int bones = 0;             ///< the chain must have so many, each with a length; 0: any
    bool middleHinge = false;  ///< of limits only a hinge at the middle joint
    bool allKinds = false;     ///< goals of every kind; else those alone that reach
};

using SolveFunction = void(const Problem&, const Settings&, Workspace&, Solution&);

/// A named method. `solve` finds rotations and rootPosition set to the start, in a problem that was
/// checked, has unit rotations and lies inside the limits. It changes them, counts
/// report.iterations, sets degenerateStart, and leaves in report.status why it stopped (Reached,
/// Stalled, IterationLimit or Cancelled); the rest of the report is measured afterwards. It is
/// pure: equal arguments give bit-equal results on any thread, whatever the workspace held.
struct Solver {
    std::string_view id;  ///< stable, in files and on the command line: "fabrik"
    std::string_view title;
    std::string_view reference;  ///< paper and section
    Abilities abilities;
    SolveFunction* solve = nullptr;
};

/// All solvers, the default first. To add one: a file in methods/, and its row in solvers.cpp.
std::span<const Solver> solvers() noexcept;
const Solver* findSolver(std::string_view id) noexcept;

/// The default for a problem: what evaluation uses where nobody chose. `two-bone` where it serves,
/// `lm` under limits, `fabrik` where goals share joints, `gauss-newton` otherwise.
const Solver& defaultSolver(const Problem&) noexcept;

/// The way to call a solver: checks the problem (finite numbers, indices, abilities), runs it, and
/// measures the report on the returned pose, so that reports of different solvers compare.
/// Reuses the memory of `out`. Never returns a NaN. O(joints) beside the solver's own cost.
void solve(const Solver&, const Problem&, const Settings&, Workspace&, Solution& out);

/// As above, with memory of its own.
Solution solve(const Solver&, const Problem&, const Settings& = {});

/// World positions and rotations of the joints of a pose. Sizes as Problem::joints; `rootPosition`
/// as in Solution; without `slides`, joints have travelled as at the start; without `stretches`,
/// none is stretched.
void forwardKinematics(const Problem&, std::span<const Quat> rotations, const Vec3& rootPosition,
                       std::vector<Vec3>& positions, std::vector<Quat>& worldRotations,
                       std::span<const double> slides = {}, std::span<const double> stretches = {});

/// Sum of the bone lengths from `goal.root` to `goal.effector`, and of the longest travels of the
/// prismatic joints among them. [m]
double reach(const Problem&, const Goal&);

/// How near to its root a chain with these limits can bring its effector: the distance that `lm`
/// ends at. 0 where it can fold up. [m]
double leastReach(const Problem&, const Goal&);

}  // namespace posewright::ik

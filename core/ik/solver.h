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

/// Where one joint should be, or what it should look at.
struct Goal {
    JointIndex effector = -1;
    JointIndex root = 0;  ///< topmost joint that this goal may turn; an ancestor of the effector
    GoalKind kind;        ///< what is asked of the effector; its rules say which options it allows
    /// Where the effector's origin should be, or what it should look at; for a loop, in the frame
    /// of the joint that is met.
    Vec3 position = Vec3::Zero();
    std::optional<Quat> orientation;  ///< in the same frame; empty: the effector follows its parent
    double weight = 1;                ///< > 0, relative to the other goals
    std::optional<Vec3> pole;         ///< a point that the chain bends towards
    double soft = 0;  ///< share of the reach over which the goal is eased (twice continuously
                      ///< differentiable); 0: exact
    /// How near to its root the limits let the chain fold (leastReach), if known, else 0. The goal
    /// is then eased there, too, over the same length. Used only by solvers under limits. [m]
    double least = 0;
    /// Weighs ten thousand times as much as goals that are not pinned; a goal whose chain runs
    /// through its effector turns nothing above it.
    bool pinned = false;
    /// How much the bones may lengthen if the chain is too short, as a share of their lengths: 0.2
    /// is a fifth. Only for goals that share no joint with others.
    double stretch = 0;

    bool reaches() const noexcept { return std::holds_alternative<Reach>(kind); }
    bool arrives() const { return rulesOf(kind).arrives; }
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
    Inactive,        ///< the target does not act at this frame
    Reached,         ///< within tolerance
    Softened,        ///< missed on purpose: by soft reach, a blend or an influence below 1
    Limited,         ///< missed because a joint limit stands in the way
    Unreachable,     ///< farther than the chain is long, or nearer than it can fold
    Conflict,        ///< several goals share joints and cannot be met together
    Stalled,         ///< no further progress, and no limit or reach explains it
    IterationLimit,  ///< still improving when the iterations ran out
    Cancelled,       ///< the observer said stop
    Invalid,         ///< the problem is malformed or not supported by this solver; see the message
};
std::string_view name(Status) noexcept;  ///< as in files and on the command line: "iterationLimit"

/// How one goal was met, measured by forward kinematics on the returned rotations.
struct GoalReport {
    Status status = Status::Invalid;
    /// [m] to the goal as given, before easing; 0 for an aim
    double positionError = 0;
    double orientationError =
        0;  ///< [rad] in [0, pi]; for an aim, between its axis and the direction to its point
    double eased = 0;  ///< [m] part of positionError that is due to soft reach: all or nothing
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
    /// ftl: largest relative error of a bone's length before lengths were restored.
    double boneStretch = 0;
    /// Id of the solver that found the pose: `lm` if it took over from another or finished for it.
    std::string_view solver;
    std::vector<GoalReport> goals;  ///< one per Problem::goals
    std::vector<ActiveLimit> activeLimits;
    std::string message;  ///< a sentence if the status needs explaining
};

/// The best pose found, even if goals are not met; the start if the problem is invalid.
struct Solution {
    std::vector<Quat> rotations;  ///< local, one per joint, unit
    /// World origin of joint 0, without its own travel if it is prismatic: that is in `slides`.
    /// Differs from the start's only if rootMoves. [m]
    Vec3 rootPosition = Vec3::Zero();
    std::vector<double> slides;  ///< travel of each joint [m]; empty if no joint is prismatic
    /// Factor of each joint's offset; empty if no goal may stretch its chain.
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
    int iteration = 0;      ///< counted from 1
    JointIndex joint = -1;  ///< the joint that was turned; -1 for a pass
    std::span<const JointIndex> joints;
    /// One per joint, world [m]. After an inward pass the effectors are on their goals and the root
    /// is displaced.
    std::span<const Vec3> points;
};
/// False stops the solve. Costs nothing when absent; when present, memory may be allocated.
using HalfStepObserver = std::function<bool(const HalfStep&)>;

struct Settings {
    /// Limit for one descent. It applies anew to each restart from a seed, to a solver that
    /// finishes for another, and to each group of goals that share no joint with the others.
    int maxIterations = 200;
    double tolerance = 1e-6;             ///< for positions, as a share of the chain's length
    double orientationTolerance = 1e-6;  ///< [rad]
    const Observer* observer = nullptr;  ///< borrowed; null for none
    const HalfStepObserver* halfSteps = nullptr;  ///< borrowed; null for none
    /// How many other starts a solver under limits may try if the given one fails. They are fixed
    /// for a problem and tried in the order of their distance from the start.
    int seeds = 256;
    /// pseudo-inverse: share of the error that one explicit Euler step corrects, in (0, 1]; 0:
    /// adaptive Runge-Kutta steps. Ignored by other solvers.
    double step = 0;
    bool selective = false;  ///< svd-dls: damps each singular vector separately
};

/// Memory for solves; with one per thread that is reused, nothing is allocated after the first
/// solves. Defined in core/ik/workspace.h.
class Workspace;

constexpr int kAnyNumber = std::numeric_limits<int>::max();

/// What a solver supports. Asking for more makes the solve Invalid; nothing is ignored.
struct Abilities {
    int goals = 1;  ///< most goals at once; kAnyNumber: no bound
    bool orientation = false;
    bool pole = false;
    bool limits = false;
    bool rootMoves = false;
    int bones = 0;  ///< required number of bones in the chain, each with a length; 0: any
    bool middleHinge = false;  ///< the only limit supported is a hinge at the middle joint
    bool allKinds = false;     ///< supports goals of every kind; else only Reach
};

using SolveFunction = void(const Problem&, const Settings&, Workspace&, Solution&);

/// A named method. When `solve` is called, the problem was checked, and rotations and rootPosition
/// hold the start, with unit rotations inside the limits. It changes them, counts
/// report.iterations, sets degenerateStart, and sets report.status to why it stopped (Reached,
/// Stalled, IterationLimit or Cancelled); the rest of the report is measured afterwards. It is
/// pure: equal arguments give bit-equal results on any thread, whatever the workspace contains.
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

/// The solver that evaluation uses if none is chosen: `two-bone` if it can solve the problem, `lm`
/// for limits and for kinds other than reach, `fabrik` if goals share joints, else `gauss-newton`.
const Solver& defaultSolver(const Problem&) noexcept;

/// Calls a solver: checks the problem (finite numbers, indices, abilities), runs it, and measures
/// the report on the returned pose, so that reports of different solvers are comparable. Reuses the
/// memory of `out`. Never returns a NaN. O(joints) beside the solver's own cost.
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

/// How near to its root a chain with these limits can bring its effector, as found by `lm`; 0 if it
/// can fold completely. [m]
double leastReach(const Problem&, const Goal&);

}  // namespace posewright::ik

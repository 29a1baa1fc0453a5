#include "core/ik/trajectory.h"

#include "core/ik/joint_space.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace posewright::ik {
namespace {

constexpr double kLargestTurn = 0.5;  // [rad]
constexpr double kMostDamping = 1e6;
constexpr int kLockings = 4;

/// A symmetric matrix of which row r holds the columns r - width .. r.
struct BandMatrix {
    int size = 0;
    int width = 0;
    std::vector<double> rows;

    BandMatrix(int n, int w) : size(n), width(w), rows(static_cast<std::size_t>(n) * (w + 1), 0.0)
    {
    }
    double& at(int r, int c)
    {
        return rows[static_cast<std::size_t>(r) * (width + 1) + c - r + width];
    }

    /// Cholesky in its place, and the solution in the place of `b`. False if not positive definite.
    bool solve(std::vector<double>& b)
    {
        for (int r = 0; r < size; ++r) {
            const int from = std::max(0, r - width);
            for (int c = from; c <= r; ++c) {
                double sum = at(r, c);
                const double* a = &at(r, std::max(from, c - width));
                const double* d = &at(c, std::max(from, c - width));
                const int count = c - std::max(from, c - width);
                for (int k = 0; k < count; ++k) sum -= a[k] * d[k];
                if (c < r) {
                    at(r, c) = sum / at(c, c);
                } else {
                    if (!(sum > 0)) return false;
                    at(r, r) = std::sqrt(sum);
                }
            }
        }
        for (int r = 0; r < size; ++r) {
            for (int c = std::max(0, r - width); c < r; ++c) b[r] -= at(r, c) * b[c];
            b[r] /= at(r, r);
        }
        for (int r = size; r-- > 0;) {
            b[r] /= at(r, r);
            for (int c = std::max(0, r - width); c < r; ++c) b[c] -= at(r, c) * b[r];
        }
        return true;
    }
};

/// All frames: their spaces, and what the cost is made of, a row of numbers per frame.
struct Range {
    std::span<const Problem> problems;
    const TrajectorySettings& settings;
    std::vector<JointSpace> spaces;
    std::vector<JointSpace> bases;
    std::vector<std::vector<double>> steps;  ///< from this frame to the next
    std::vector<std::vector<double>> away;   ///< from the base

    int count() const { return static_cast<int>(spaces.size()); }
    int width() const { return spaces.front().width(); }

    // From one pose to another, number by number: of free joints the vector of the turn between.
    static std::vector<double> between(const JointSpace& from, const JointSpace& to)
    {
        std::vector<double> by(from.columns.size());
        for (std::size_t m = 0; m < from.moved.size(); ++m) {
            const auto& a = from.moved[m];
            const auto& b = to.moved[m];
            if (a.free && a.count > 0)
                Vec3::Map(&by[a.first]) =
                    rotationVector(to.local[b.joint] * from.local[a.joint].conjugate());
            for (int k = 0; k < a.count && !a.free; ++k)
                by[a.first + k] = b.angles[k] - a.angles[k];
        }
        if (from.slides) Vec3::Map(&by[by.size() - 3]) = (to.root - from.root) / from.slideScale;
        return by;
    }

    double cost()
    {
        double sum = 0;
        steps.resize(spaces.size() - 1);
        away.resize(spaces.size());
        for (int f = 0; f < count(); ++f) {
            for (double e : spaces[f].error) sum += e * e / (spaces[f].size * spaces[f].size);
            away[f] = between(bases[f], spaces[f]);
            for (double b : away[f]) sum += settings.closeness * b * b;
            if (f + 1 < count()) steps[f] = between(spaces[f], spaces[f + 1]);
            if (f == 0 || f + 1 == count()) continue;
            for (int c = 0; c < width(); ++c) {
                const double bend = steps[f][c] - steps[f - 1][c];
                sum += settings.smoothness * bend * bend;
            }
        }
        return sum;
    }

    /// Normal equations: the steps of all frames in the place of the right side.
    bool findSteps(double damping, std::vector<double>& right)
    {
        const int n = width();
        BandMatrix matrix(n * count(), 2 * n);
        right.assign(static_cast<std::size_t>(n) * count(), 0.0);
        for (int f = 0; f < count(); ++f) {
            JointSpace& space = spaces[f];
            space.differentiate(problems[f]);
            const double scale = 1 / (space.size * space.size);
            for (int r = 0; r < space.rows; ++r) {
                const double* row = space.row(r);
                for (int a = 0; a < n; ++a) {
                    if (row[a] == 0) continue;
                    right[f * n + a] += scale * row[a] * space.error[r];
                    for (int b = 0; b <= a; ++b)
                        matrix.at(f * n + a, f * n + b) += scale * row[a] * row[b];
                }
            }
            for (int a = 0; a < n; ++a) {
                matrix.at(f * n + a, f * n + a) += settings.closeness + damping;
                right[f * n + a] -= settings.closeness * away[f][a];
            }
            if (f == 0 || f + 1 == count()) continue;
            constexpr double kSecond[3] = {1, -2, 1};
            for (int a = 0; a < n; ++a) {
                const double bend = steps[f][a] - steps[f - 1][a];
                for (int i = 0; i < 3; ++i) {
                    right[(f - 1 + i) * n + a] -= settings.smoothness * kSecond[i] * bend;
                    for (int k = 0; k <= i; ++k)
                        matrix.at((f - 1 + i) * n + a, (f - 1 + k) * n + a) +=
                            settings.smoothness * kSecond[i] * kSecond[k];
                }
            }
        }
        // What is locked does not move: its row and column are those of the unit matrix.
        for (int f = 0; f < count(); ++f)
            for (int a = 0; a < n; ++a) {
                if (!spaces[f].locked[a]) continue;
                const int r = f * n + a;
                for (int c = std::max(0, r - 2 * n); c < r; ++c) matrix.at(r, c) = 0;
                for (int s = r + 1; s <= std::min(n * count() - 1, r + 2 * n); ++s)
                    matrix.at(s, r) = 0;
                matrix.at(r, r) = 1;
                right[r] = 0;
            }
        return matrix.solve(right);
    }

    /// Takes the steps; returns whether a step pushed a number against its bound.
    bool lock(const std::vector<double>& right)
    {
        bool more = false;
        for (int f = 0; f < count(); ++f) {
            std::copy_n(right.begin() + std::ptrdiff_t(f) * width(), width(),
                        spaces[f].step.begin());
            more |= spaces[f].lock(problems[f]);
        }
        return more;
    }
};

double largestBend(const Range& range)
{
    double most = 0;
    for (int f = 1; f + 1 < range.count(); ++f)
        for (const auto& moved : range.spaces[f].moved) {
            double square = 0;
            for (int k = 0; k < moved.count; ++k)
                square += std::pow(
                    range.steps[f][moved.first + k] - range.steps[f - 1][moved.first + k], 2);
            most = std::max(most, std::sqrt(square));
        }
    return most;
}

std::string fault(std::span<const Problem> frames)
{
    if (frames.empty()) return "there are no frames";
    const Problem& first = frames.front();
    for (const Problem& frame : frames) {
        if (frame.joints.size() != first.joints.size() ||
            frame.goals.size() != first.goals.size() || frame.rootMoves != first.rootMoves)
            return "the frames are not of one figure with the same goals";
        for (std::size_t g = 0; g < frame.goals.size(); ++g)
            if (frame.goals[g].effector != first.goals[g].effector ||
                frame.goals[g].root != first.goals[g].root ||
                frame.goals[g].orientation.has_value() != first.goals[g].orientation.has_value())
                return "the frames are not of one figure with the same goals";
    }
    return {};
}

// Errors of the pose that is returned, by forward kinematics.
void measure(const Problem& problem, Solution& out, Workspace& workspace)
{
    forwardKinematics(problem, out.rotations, out.rootPosition, workspace.positions,
                      workspace.worldRotations, out.slides);
    for (std::size_t g = 0; g < problem.goals.size(); ++g) {
        const Goal& goal = problem.goals[g];
        GoalReport& report = out.report.goals[g];
        report.positionError = (goal.position - workspace.positions[goal.effector]).norm();
        report.orientationError =
            goal.orientation
                ? angleBetween(*goal.orientation, workspace.worldRotations[goal.effector])
                : 0;
    }
}

}  // namespace

Trajectory solveTrajectory(std::span<const Problem> frames, const TrajectorySettings& settings)
{
    Trajectory out;
    out.message = fault(frames);
    if (!out.message.empty()) return out;
    Workspace workspace;
    Range range{frames, settings, {}, {}, {}, {}};
    std::vector<int> group(frames.front().goals.size());
    std::iota(group.begin(), group.end(), 0);
    for (const Problem& frame : frames) {
        Solution solution;
        solve(defaultSolver(frame), frame, {}, workspace, solution);
        if (solution.report.status == Status::Invalid) {
            out.message = solution.report.message;
            return out;
        }
        range.spaces.emplace_back();
        extractJointSpace(frame, group, solution, range.spaces.back());
        Solution base;
        base.rotations.assign(frame.start.begin(), frame.start.end());
        for (Quat& q : base.rotations) q.normalize();
        base.rootPosition = frame.basePosition + frame.baseRotation * frame.joints.front().offset;
        range.bases.emplace_back();
        extractJointSpace(frame, group, base, range.bases.back());
        out.frames.push_back(std::move(solution));
    }

    out.cost = range.cost();
    out.status = Status::IterationLimit;
    double damping = 1e-6;
    std::vector<double> right;
    while (out.iterations < settings.maxIterations && range.width() > 0) {
        ++out.iterations;
        const double before = out.cost;
        for (JointSpace& space : range.spaces) {
            std::ranges::fill(space.locked, 0);
            space.keep(space.before);
        }
        bool better = false;
        while (!better && damping < kMostDamping) {
            bool solved = range.findSteps(damping, right);
            for (int i = 0; solved && i < kLockings && range.lock(right); ++i)
                solved = range.findSteps(damping, right);
            if (solved) {
                (void)range.lock(right);
                for (int f = 0; f < range.count(); ++f) {
                    range.spaces[f].move(frames[f], kLargestTurn, true);
                    range.spaces[f].place(frames[f]);
                }
                const double now = range.cost();
                better = now < out.cost;
                if (better) out.cost = now;
            }
            if (better) {
                damping = std::max(1e-12, damping / 10);
            } else {
                damping *= 10;
                for (int f = 0; f < range.count(); ++f) {
                    range.spaces[f].restore(range.spaces[f].before);
                    range.spaces[f].place(frames[f]);
                }
            }
        }
        if (!better) (void)range.cost();
        if (!better || before - out.cost <= settings.progress * before) {
            out.status = Status::Reached;
            break;
        }
    }
    if (range.count() > 2) out.acceleration = largestBend(range);
    for (int f = 0; f < range.count(); ++f) {
        writePose(range.spaces[f], out.frames[f]);
        measure(frames[f], out.frames[f], workspace);
    }
    return out;
}

}  // namespace posewright::ik

#include "core/ik/steps/limited_step.h"

#include "core/ik/steps/cholesky.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kAtBound = 1e-11;           // [rad]
constexpr double kLimitedStepLongest = 1.0;  // [rad] largest rotation of a joint in one step
constexpr double kLimitedStepSlide = 0.3;    // of the size per root step of 1, as in the Jacobian
constexpr int kPasses = 4;

// The change of a number for a step of 1.
double unitOf(const LimitedTree& tree, const LimitedJoint& joint)
{
    return joint.kind == LimitedJoint::Kind::Slide ? tree.size : 1;
}

double dot(const double* a, const double* b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
}

void holdAtBounds(LimitedStep& s, const LimitedJoint& joint, const Angles& angles, int from)
{
    for (int i = from; i < joint.count; ++i) {
        const double g = s.gradient[joint.first + i];
        s.held[joint.first + i] = (g > 0 && angles[i] >= joint.range[i].max - kAtBound) ||
                                  (g < 0 && angles[i] <= joint.range[i].min + kAtBound);
    }
}

// If a tilt on the cone's rim is pulled outwards, it may only move along the rim.
void holdAtRim(LimitedStep& s, const LimitedJoint& joint, int row, const Angles& angles, int rows)
{
    const double a = joint.narrow[angles[0] < 0 ? 2 : 0];
    const double b = joint.narrow[angles[1] < 0 ? 3 : 1];
    const double u = angles[0] * a;
    const double r = angles[1] * b;
    if (u * u + r * r < 1 - 1e-9) return;
    const Eigen::Vector2d normal = Eigen::Vector2d(u * a, r * b).normalized();
    double* up = &s.gradient[joint.first];
    if (normal.x() * up[0] + normal.y() * up[1] <= 0) return;
    const Eigen::Vector2d along(-normal.y(), normal.x());
    s.tangent[row] = 1;
    s.along[row] = along;
    double* first = s.columns.data() + static_cast<std::size_t>(joint.first) * rows;
    for (int i = 0; i < rows; ++i) first[i] = along.x() * first[i] + along.y() * first[rows + i];
    up[0] = along.x() * up[0] + along.y() * up[1];
    s.held[joint.first + 1] = 1;
    up[1] = 0;
}

template <int M>
bool dampedSolve(LimitedStep& s, int numbers, int rows, double damping)
{
    const int m = M > 0 ? M : rows;
    double* const a = s.matrix.data();
    const double* c = s.columns.data();
    const char* const held = s.held.data();
    if constexpr (M > 0) {
        // Multiply held columns by 0 instead of branching: the branch would be unpredictable.
        std::array<double, M*(M + 1) / 2> sums{};
        for (int k = 0; k < numbers; ++k, c += M) {
            const double share = held[k] ? 0 : 1;
            for (int i = 0, at = 0; i < M; ++i) {
                const double part = share * c[i];
                for (int j = 0; j <= i; ++j) sums[at++] += part * c[j];
            }
        }
        for (int i = 0, at = 0; i < M; ++i)
            for (int j = 0; j <= i; ++j) a[j * M + i] = sums[at++];
    } else {
        std::fill_n(a, std::ptrdiff_t{m} * m, 0.0);
        for (int k = 0; k < numbers; ++k, c += m)
            for (int i = 0; i < m && !held[k]; ++i)
                for (int j = 0; j <= i; ++j) a[j * m + i] += c[i] * c[j];
    }
    double trace = 0;
    for (int i = 0; i < m; ++i) trace += a[i * m + i];
    for (int i = 0; i < m; ++i) a[i * m + i] += damping + 1e-13 * trace + 1e-300;
    if (!factor<M, Diagonal::Inverses>(a, m, pivotAsItIs)) return false;
    std::copy(s.rest.begin(), s.rest.end(), s.right.begin());
    solveFactored<M, Diagonal::Inverses>(a, s.right.data(), m);
    return true;
}

// Where a limited joint would end; true if the limit changes the step.
bool stopAtLimit(LimitedStep& s, const LimitedTree& tree, int row)
{
    const LimitedJoint& joint = tree.joints[row];
    const double unit = unitOf(tree, joint);
    double* step = &s.step[joint.first];
    char* held = &s.held[joint.first];
    const Angles& from = tree.state[row].angles;
    Angles to = from;
    const bool rim = s.tangent[row] != 0;
    for (int i = 0; i < joint.count; ++i) to[i] += rim && i < 2 ? 0 : unit * step[i];
    if (rim) {
        to[0] += s.along[row].x() * step[0];
        to[1] += s.along[row].y() * step[0];
    }
    const Angles wanted = to;
    if (!clampNumbers(joint, to)) return false;
    bool stopped = false;
    int first = 0;
    if (joint.kind == LimitedJoint::Kind::Cone) {
        first = 2;
        const Eigen::Vector2d moved(to[0] - wanted[0], to[1] - wanted[1]);
        const Eigen::Vector2d asked(wanted[0] - from[0], wanted[1] - from[1]);
        if (moved.squaredNorm() > 0.01 * asked.squaredNorm() && !held[0]) {
            const Eigen::Vector2d way(to[0] - from[0], to[1] - from[1]);
            step[0] = rim ? way.dot(s.along[row]) : way.x();
            step[1] = rim ? 0 : way.y();
            held[0] = held[1] = 1;
            stopped = true;
        }
    }
    for (int i = first; i < joint.count; ++i) {
        if (to[i] == wanted[i] || held[i]) continue;
        step[i] = (to[i] - from[i]) / unit;
        held[i] = 1;
        stopped = true;
    }
    return stopped;
}

}  // namespace

double LimitedStep::prepare(const LimitedTree& tree)
{
    const int m = tree.rows;
    gradient.resize(tree.numbers);
    step.resize(tree.numbers);
    along.resize(tree.joints.size());
    matrix.resize(static_cast<std::size_t>(m) * m);
    right.resize(m);
    rest.resize(m);
    for (int k = 0; k < tree.numbers; ++k)
        gradient[k] = dot(&columns[static_cast<std::size_t>(k) * m], error.data(), m);
    holdAgainstGradient(tree);
    double most = 0;
    for (int k = 0; k < tree.numbers; ++k)
        if (!held[k]) most = std::max(most, std::abs(gradient[k]));
    return most;
}

void LimitedStep::holdAgainstGradient(const LimitedTree& tree)
{
    held.assign(tree.numbers, 0);
    tangent.assign(tree.joints.size(), 0);
    for (int i = 0; i < std::ssize(tree.joints); ++i) {
        const LimitedJoint& joint = tree.joints[i];
        if (!joint.bounded()) continue;
        const bool cone = joint.kind == LimitedJoint::Kind::Cone;
        holdAtBounds(*this, joint, tree.state[i].angles, cone ? 2 : 0);
        if (cone) holdAtRim(*this, joint, i, tree.state[i].angles, tree.rows);
    }
}

void LimitedStep::solve(const LimitedTree& tree, double damping)
{
    const int m = tree.rows;
    for (int k = 0; k < tree.numbers; ++k)
        if (held[k]) step[k] = 0;
    std::copy(error.begin(), error.end(), rest.begin());
    for (int pass = 0; pass < kPasses; ++pass) {
        const bool solved = m == 3   ? dampedSolve<3>(*this, tree.numbers, m, damping)
                            : m == 6 ? dampedSolve<6>(*this, tree.numbers, m, damping)
                                     : dampedSolve<0>(*this, tree.numbers, m, damping);
        double longest = kLimitedStepLongest;
        for (int k = 0; k < tree.numbers; ++k) {
            if (held[k]) continue;
            step[k] = solved ? dot(&columns[static_cast<std::size_t>(k) * m], right.data(), m) : 0;
            longest = std::max(longest, std::abs(step[k]));
        }
        if (longest > kLimitedStepLongest)
            for (int k = 0; k < tree.numbers; ++k)
                if (!held[k]) step[k] *= kLimitedStepLongest / longest;
        bool stopped = false;
        for (int i = 0; i < std::ssize(tree.joints); ++i)
            if (tree.joints[i].bounded()) stopped |= stopAtLimit(*this, tree, i);
        if (!stopped) return;
        std::copy(error.begin(), error.end(), rest.begin());
        for (int k = 0; k < tree.numbers; ++k)
            if (held[k] && step[k] != 0)
                for (int i = 0; i < m; ++i)
                    rest[i] -= columns[static_cast<std::size_t>(k) * m + i] * step[k];
    }
}

void LimitedStep::apply(LimitedTree& tree) const
{
    for (int i = 0; i < std::ssize(tree.joints); ++i) {
        const LimitedJoint& joint = tree.joints[i];
        if (joint.count == 0) continue;
        const double* by = &step[joint.first];
        LimitedState& state = tree.state[i];
        if (!joint.bounded()) {
            const Vec3 turn = joint.restWorld.conjugate() * Vec3(by[0], by[1], by[2]);
            state.q = (fromRotationVector(turn) * state.q).normalized();
            continue;
        }
        Angles to = state.angles;
        const double unit = unitOf(tree, joint);
        const bool rim = tangent[i] != 0;
        for (int k = rim ? 2 : 0; k < joint.count; ++k) to[k] += unit * by[k];
        if (rim) {
            to[0] += along[i].x() * by[0];
            to[1] += along[i].y() * by[0];
        }
        if (to != state.angles) setNumbers(joint, to, state);
    }
    if (tree.slides)
        for (int i = 0; i < 3; ++i)
            tree.slide[i] += kLimitedStepSlide * tree.size * step[tree.numbers - 3 + i];
}

}  // namespace posewright::ik

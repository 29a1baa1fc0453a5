#include "core/ik/steps/limited_pole.h"

#include "core/ik/steps/cholesky.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kBend = 1e-6;  // of the reach: smaller bends count as straight
constexpr double kTurn = 0.5;   // [rad] per step
constexpr double kFree = 1e-9;  // of the gradient's square: less counts as not free to turn

struct Frame {
    Vec3 axis = Vec3::Zero();
    Vec3 bend = Vec3::Zero();  // sum of the inner joints' offsets from the line [m]
    bool known = false;
};

Frame frameOf(const LimitedTree& tree, const LimitedGoal& g)
{
    Frame frame;
    const Vec3 root = tree.joints[g.root].position;
    frame.axis = tree.joints[g.effector].position - root;
    if (!(frame.axis.norm() > kBend * g.reach)) return frame;
    frame.axis.normalize();
    for (int row = tree.joints[g.effector].parent; row >= 0 && row != g.root;
         row = tree.joints[row].parent)
        frame.bend += tree.joints[row].position - root;
    frame.bend -= frame.axis * frame.axis.dot(frame.bend);
    frame.known = frame.bend.norm() > kBend * g.reach;
    return frame;
}

// Gradient of the angle by numbers: each joint moves the inner joints below it.
void findGradient(const LimitedTree& tree, const LimitedGoal& g, std::vector<double>& gradient)
{
    const Frame frame = frameOf(tree, g);
    const Vec3 along = frame.axis.cross(frame.bend) / frame.bend.squaredNorm();

    std::fill(gradient.begin(), gradient.end(), 0.0);
    Vec3 sum = Vec3::Zero();
    int below = 0;
    Mat3 axes;
    for (int row = tree.joints[g.effector].parent; row >= 0; row = tree.joints[row].parent) {
        const LimitedJoint& joint = tree.joints[row];
        const Vec3 lever = sum - below * joint.position;
        const int count = axesOf(joint, tree.state[row], axes);
        for (int i = 0; i < count; ++i) {
            const Vec3 axis = axes.col(i);
            gradient[joint.first + i] =
                along.dot(joint.kind == LimitedJoint::Kind::Slide ? Vec3(axis * below * tree.size)
                                                                  : Vec3(axis.cross(lever)));
        }
        if (row == g.root) break;
        sum += joint.position;
        ++below;
    }
}

}  // namespace

PoleLack poleLack(const Problem& problem, const LimitedTree& tree, const LimitedGoal& g)
{
    const Frame frame = frameOf(tree, g);
    if (!frame.known) return {};
    Vec3 pole = *problem.goals[g.goal].pole - tree.joints[g.root].position;
    pole -= frame.axis * frame.axis.dot(pole);
    if (!(pole.norm() > kBend * g.reach)) return {};
    return {true, std::atan2(frame.axis.dot(frame.bend.cross(pole)), frame.bend.dot(pole))};
}

bool stepToPole(const Problem& problem, LimitedTree& tree, LimitedStep& step, const LimitedGoal& g,
                double share)
{
    const PoleLack lack = poleLack(problem, tree, g);
    if (!lack.known) return false;
    const double by = share * std::clamp(lack.angle, -kTurn, kTurn);
    findGradient(tree, g, step.gradient);
    for (double& slope : step.gradient) slope *= by;
    step.holdAgainstGradient(tree);

    const int m = tree.rows;
    // Projected: u = g - J^T (J J^T)^-1 J g.
    std::fill(step.matrix.begin(), step.matrix.end(), 0.0);
    std::fill(step.right.begin(), step.right.end(), 0.0);
    double length = 0;
    for (int k = 0; k < tree.numbers; ++k) {
        if (step.held[k]) continue;
        const double* c = &step.columns[static_cast<std::size_t>(k) * m];
        length += step.gradient[k] * step.gradient[k];
        for (int i = 0; i < m; ++i) {
            step.right[i] += c[i] * step.gradient[k];
            for (int j = 0; j <= i; ++j) step.matrix[j * m + i] += c[i] * c[j];
        }
    }
    double trace = 0;
    for (int i = 0; i < m; ++i) trace += step.matrix[i * m + i];
    for (int i = 0; i < m; ++i) step.matrix[i * m + i] += 1e-12 * trace + 1e-300;
    if (!factor<0, Diagonal::Inverses>(step.matrix.data(), m, pivotAsItIs)) return false;
    solveFactored<0, Diagonal::Inverses>(step.matrix.data(), step.right.data(), m);
    double turns = 0;
    for (int k = 0; k < tree.numbers; ++k) {
        step.step[k] = 0;
        if (step.held[k]) continue;
        const double* c = &step.columns[static_cast<std::size_t>(k) * m];
        double back = 0;
        for (int i = 0; i < m; ++i) back += c[i] * step.right[i];
        step.step[k] = step.gradient[k] - back;
        turns += step.gradient[k] * step.step[k];
    }
    if (!(turns > kFree * length) || !(turns > 0)) return false;
    // Both factors of `turns` contain `by`; scaled like this, the step changes the angle by `by`.
    const double scale = by * by / turns;
    for (double& s : step.step) s *= scale;
    step.apply(tree);
    return true;
}

}  // namespace posewright::ik

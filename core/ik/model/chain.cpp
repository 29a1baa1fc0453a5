#include "core/ik/model/chain.h"

#include "core/ik/limits.h"
#include "core/math/hamilton.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {

Vec3 Chain::chord() const
{
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < bones(); ++i) sum += length[i] * direction(i);
    return sum;
}

void Chain::turn(const Quat& by)
{
    const Mat3 m = by.toRotationMatrix();
    for (int i = 0; i < bones(); ++i) {
        setDirection(i, m * direction(i));
    }
    root = (by * root).normalized();
}

Vec3 Chain::bend() const
{
    const Vec3 end = chord();
    Vec3 at = Vec3::Zero();
    Vec3 sum = Vec3::Zero();
    double along = 0;
    for (int i = 0; i + 1 < bones(); ++i) {
        at += length[i] * direction(i);
        along += length[i];
        sum += at - (along / reach) * end;
    }
    return sum;
}

namespace {

// Computes lengths and directions from the pose.
void takeBones(const Problem& problem, std::span<const Quat> rotations, Chain& chain)
{
    const auto& joints = problem.joints;
    const int bones = chain.bones();
    // Local pointers, since the compiler cannot know that the writes do not move the arrays.
    const JointIndex* const chained = chain.joints.data();
    double* const lengths = chain.length.data();
    double* const x = chain.x.data();
    double* const y = chain.y.data();
    double* const z = chain.z.data();
    Hamilton world(chain.parent);
    double reach = 0;
    double longest = 0;
    for (int i = 0; i < bones; ++i) {
        world = world * Hamilton(rotations[chained[i]]);
        const Vec3& offset = joints[chained[i + 1]].offset;
        const double length = offset.norm();
        const double scale = length > 0 ? 1 / length : 0;
        const Vec3 along = world.turn(offset);
        lengths[i] = length;
        x[i] = length > 0 ? along.x() * scale : 1;
        y[i] = along.y() * scale;
        z[i] = along.z() * scale;
        reach += length;
        longest = std::max(longest, length);
    }
    chain.reach = reach;
    chain.longest = longest;
}

}  // namespace

void extractChain(const Problem& problem, std::span<const Quat> rotations, const Vec3& rootPosition,
                  const Goal& goal, Chain& chain, std::span<const double> slides)
{
    const auto& joints = problem.joints;
    // Joint 0's offset is part of the root's position.
    const auto offsetOf = [&](JointIndex j) -> Vec3 {
        const Vec3 offset = j == 0 ? Vec3(Vec3::Zero()) : joints[j].offset;
        return slides.empty() ? offset : Vec3(offset + travelled(joints[j], slides[j]));
    };
    chain.joints.clear();
    for (JointIndex j = goal.effector; j != goal.root; j = joints[j].parent)
        chain.joints.push_back(j);
    chain.joints.push_back(goal.root);
    std::reverse(chain.joints.begin(), chain.joints.end());
    const int bones = chain.bones();

    chain.path.clear();
    for (JointIndex j = joints[goal.root].parent; j >= 0; j = joints[j].parent)
        chain.path.push_back(j);
    Quat frame = problem.baseRotation;
    Vec3 origin = rootPosition;
    for (auto j = chain.path.rbegin(); j != chain.path.rend(); ++j) {
        origin += frame * offsetOf(*j);
        frame = frame * rotations[*j];
    }
    origin += frame * offsetOf(goal.root);
    frame.normalize();
    chain.origin = origin;
    chain.parent = frame;

    const int padded = bones + bones % 2;
    for (auto* v : {&chain.length, &chain.x, &chain.y, &chain.z}) v->resize(padded);
    if (bones % 2 != 0) {
        chain.length.back() = 0;
        chain.setDirection(bones, Vec3::UnitX());
    }
    chain.root = frame * rotations[goal.root];
    takeBones(problem, rotations, chain);
}

void toPoints(const Chain& chain, std::vector<Vec3>& points)
{
    points.resize(chain.joints.size());
    points[0].setZero();
    for (int i = 0; i < chain.bones(); ++i)
        points[i + 1] = points[i] + chain.length[i] * chain.direction(i);
}

void toDirections(std::span<const Vec3> points, Chain& chain)
{
    for (int i = 0; i < chain.bones(); ++i) {
        const double length = chain.length[i];
        if (length > 0) chain.setDirection(i, (points[i + 1] - points[i]) / length);
    }
}

namespace {

constexpr int kChainRescale = 64;        // bones, each of which at most doubles a norm
constexpr double kChainOpposite = 0.02;  // 2 (1 + cos) of nearly opposite directions

}  // namespace

void writeRotations(const Problem& problem, const Goal& goal, const Chain& chain,
                    std::span<const Quat> start, std::span<Quat> rotations)
{
    const int bones = chain.bones();
    const JointIndex* const chained = chain.joints.data();
    const double* const lengths = chain.length.data();
    const double* const x = chain.x.data();
    const double* const y = chain.y.data();
    const double* const z = chain.z.data();
    Hamilton above(chain.parent);
    for (int i = 0; i < bones; ++i) {
        const JointIndex joint = chained[i];
        const Hamilton carried = i == 0 ? Hamilton(chain.root) : above * Hamilton(start[joint]);
        Hamilton frame = carried;
        if (lengths[i] > 0) {
            const Vec3 axis = problem.joints[chained[i + 1]].offset * (1 / lengths[i]);
            frame = carried.arcOnto(axis, {x[i], y[i], z[i]});
            if (frame.squaredNorm() < kChainOpposite * carried.squaredNorm()) {
                const Hamilton from = carried.unit();
                const Quat arc =
                    leastArc(from.turn(axis).normalized(), chain.direction(i).normalized());
                frame = Hamilton(arc) * from;
            }
        }
        rotations[joint] = (above.conjugate() * frame).unit().quat();
        above = (i + 1) % kChainRescale == 0 ? frame.unit() : frame;
    }
    if (goal.orientation)
        rotations[goal.effector] = (above.conjugate() * Hamilton(*goal.orientation)).unit().quat();
}

}  // namespace posewright::ik

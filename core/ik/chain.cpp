#include "core/ik/chain.h"

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

void extractChain(const Problem& problem, std::span<const Quat> rotations, const Vec3& rootPosition,
                  const Goal& goal, Chain& chain)
{
    const auto& joints = problem.joints;
    chain.joints.clear();
    for (JointIndex j = goal.effector; j != goal.root; j = joints[j].parent)
        chain.joints.push_back(j);
    chain.joints.push_back(goal.root);
    std::reverse(chain.joints.begin(), chain.joints.end());

    chain.path.clear();
    for (JointIndex j = joints[goal.root].parent; j >= 0; j = joints[j].parent)
        chain.path.push_back(j);
    Quat frame = problem.baseRotation;
    Vec3 origin = rootPosition;
    for (auto j = chain.path.rbegin(); j != chain.path.rend(); ++j) {
        if (*j != 0) origin += frame * joints[*j].offset;
        frame = frame * rotations[*j];
    }
    if (goal.root != 0) origin += frame * joints[goal.root].offset;
    frame.normalize();
    chain.origin = origin;
    chain.parent = frame;

    const int bones = static_cast<int>(chain.joints.size()) - 1;
    for (auto* v : {&chain.length, &chain.x, &chain.y, &chain.z}) v->resize(bones);
    chain.reach = 0;
    chain.longest = 0;
    chain.root = frame * rotations[goal.root];
    for (int i = 0; i < bones; ++i) {
        frame = frame * rotations[chain.joints[i]];
        const Vec3& offset = joints[chain.joints[i + 1]].offset;
        const double length = offset.norm();
        chain.length[i] = length;
        chain.setDirection(i, length > 0 ? Vec3(frame * (offset / length)) : Vec3::UnitX());
        chain.reach += length;
        chain.longest = std::max(chain.longest, length);
    }
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

// leastArc, for directions that are seldom opposite, without a call. The norm of the sum of a unit
// vector and another is known from their cosine.
inline Quat turnOnto(const Vec3& from, const Vec3& to)
{
    const double c = from.dot(to);
    if (c < -0.99) return leastArc(from.normalized(), to.normalized());
    const Vec3 axis = from.cross(to);
    const double scale = 1 / std::sqrt(2 * (1 + c));
    return {(1 + c) * scale, axis.x() * scale, axis.y() * scale, axis.z() * scale};
}

}  // namespace

void writeRotations(const Problem& problem, const Goal& goal, const Chain& chain,
                    std::span<const Quat> start, std::span<Quat> rotations)
{
    const int bones = chain.bones();
    Quat frame = chain.parent;
    for (int i = 0; i < bones; ++i) {
        const JointIndex joint = chain.joints[i];
        Quat local = i == 0 ? frame.conjugate() * chain.root : start[joint];
        if (chain.length[i] > 0) {
            const Vec3 offset = problem.joints[chain.joints[i + 1]].offset / chain.length[i];
            const Vec3 from = local * offset;
            local = turnOnto(from, frame.conjugate() * chain.direction(i)) * local;
        }
        // A step of Newton's method for 1 / norm: exact for a norm that only rounding moved, and
        // without it, small errors of the norm grow from bone to bone.
        local.coeffs() *= 1.5 - 0.5 * local.squaredNorm();
        rotations[joint] = local;
        frame = frame * local;
    }
    if (goal.orientation)
        rotations[goal.effector] =
            (frame.normalized().conjugate() * *goal.orientation).normalized();
}

}  // namespace posewright::ik

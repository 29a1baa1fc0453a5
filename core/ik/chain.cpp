#include "core/ik/chain.h"

#include "core/math/rotation.h"

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
        const Vec3 u = m * direction(i);
        setDirection(i, u / u.norm());
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
        const Vec3 bone = frame * joints[chain.joints[i + 1]].offset;
        const double length = joints[chain.joints[i + 1]].offset.norm();
        const double norm = bone.norm();
        chain.length[i] = length;
        chain.setDirection(i, norm > 0 ? Vec3(bone / norm) : Vec3::UnitX());
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
        const Vec3 bone = points[i + 1] - points[i];
        const double norm = bone.norm();
        if (chain.length[i] > 0 && norm > 0) chain.setDirection(i, bone / norm);
    }
}

void writeRotations(const Problem& problem, const Goal& goal, const Chain& chain,
                    std::span<const Quat> start, std::span<Quat> rotations)
{
    Quat frame = chain.parent;
    for (int i = 0; i < chain.bones(); ++i) {
        const JointIndex joint = chain.joints[i];
        Quat local = i == 0 ? frame.conjugate() * chain.root : start[joint];
        if (chain.length[i] > 0) {
            const Vec3 offset = problem.joints[chain.joints[i + 1]].offset / chain.length[i];
            const Vec3 to = frame.conjugate() * chain.direction(i);
            local = leastArc(local * offset, to) * local;
        }
        local.normalize();
        rotations[joint] = local;
        frame = frame * local;
    }
    if (goal.orientation)
        rotations[goal.effector] = (frame.conjugate() * *goal.orientation).normalized();
}

}  // namespace posewright::ik

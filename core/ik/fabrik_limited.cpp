#include "core/ik/fabrik_limited.h"

#include "core/ik/limits.h"
#include "core/ik/paper_cone.h"
#include "core/math/rotation.h"

#include <cmath>

namespace posewright::ik {
namespace {

using Kind = LimitedJoint::Kind;

void clampTo(const LimitedJoint& joint, const Limit& limit, ConeForm form, Quat q,
             LimitedState& state)
{
    const auto* cone = std::get_if<ConeLimit>(&limit);
    if (form == ConeForm::Paper && cone) q = clampedAsInPaper(*cone, q);
    readRotation(joint, limit, q, state.angles[0], state);
}

Quat turnOnto(const Vec3& from, const Vec3& to)
{
    const double lengths = from.norm() * to.norm();
    return lengths > 0 ? leastArc(from.normalized(), to.normalized()) : Quat::Identity();
}

void addTo(LimitedWish& sum, const Vec3& position, const Quat& rotation, double weight)
{
    const Vec4 q = rotation.coeffs();
    sum.positions += weight * position;
    sum.rotations += weight * (sum.rotations.dot(q) < 0 ? Vec4(-q) : q);
    sum.weight += weight;
}

// In the frame of the joint above, with the travel that there is.
Vec3 offsetOf(const LimitedJoint& joint, const LimitedState& state)
{
    if (joint.kind != Kind::Slide) return joint.offset;
    return joint.offset + joint.rest * Vec3(joint.frame.col(0) * state.angles[0]);
}

// The turn about the axis (unit, world) that brings `from` nearest to `to`.
double angleInPlane(const Vec3& axis, const Vec3& from, const Vec3& to)
{
    const Vec3 a = from - axis * axis.dot(from);
    const Vec3 b = to - axis * axis.dot(to);
    return std::atan2(axis.dot(a.cross(b)), a.dot(b));
}

void reachInwards(const Problem& problem, LimitedTree& tree, std::vector<LimitedWish>& wishes,
                  ConeForm form)
{
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
        wishes[i] = {};
        wishes[i].rotation = tree.joints[i].world;
    }
    for (const LimitedGoal& g : tree.goals) {
        const Goal& goal = problem.goals[g.goal];
        addTo(wishes[g.effector], g.target,
              goal.orientation.value_or(tree.joints[g.effector].world), goal.weight);
    }
    for (int i = static_cast<int>(tree.joints.size()) - 1; i >= 0; --i) {
        const LimitedJoint& joint = tree.joints[i];
        LimitedWish& wish = wishes[i];
        wish.position = wish.positions / wish.weight;
        if (wish.rotations.norm() > 1e-9) wish.rotation = Quat(Vec4(wish.rotations.normalized()));
        if (joint.parent < 0) continue;
        const LimitedJoint& above = tree.joints[joint.parent];
        const Vec3 offset = offsetOf(joint, tree.state[i]);
        Quat rotation =
            turnOnto(above.world * offset, wish.position - above.position) * above.world;
        if (joint.bounded()) {
            const Quat q = joint.rest.conjugate() * rotation.conjugate() * wish.rotation;
            LimitedState state = tree.state[i];
            clampTo(joint, problem.joints[joint.joint].limit, form, q, state);
            rotation = (wish.rotation * (joint.rest * state.q).conjugate()).normalized();
        }
        addTo(wishes[joint.parent], wish.position - rotation * offset, rotation, wish.weight);
    }
}

void reachOutwards(const Problem& problem, LimitedTree& tree, std::vector<LimitedWish>& wishes,
                   ConeForm form)
{
    for (LimitedWish& wish : wishes) wish.rotations.setZero();
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
        LimitedJoint& joint = tree.joints[i];
        LimitedState& state = tree.state[i];
        if (joint.parent < 0) {
            if (tree.slides) tree.slide += wishes[i].position - joint.position;
            joint.position = tree.slides ? wishes[i].position : joint.position;
            joint.restWorld = tree.attach * joint.rest;
        } else {
            const LimitedJoint& above = tree.joints[joint.parent];
            joint.position = above.position + above.world * offsetOf(joint, state);
            joint.restWorld = above.world * joint.rest;
        }
        if (joint.turns()) {
            Quat world = wishes[i].rotation;
            if (joint.kind == Kind::Hinge) world = joint.restWorld * state.q;
            // Where the joints below want to be; the first of them decides for a hinge.
            Vec4 arcs = Vec4::Zero();
            for (std::size_t c = i + 1; c < tree.joints.size(); ++c) {
                if (tree.joints[c].parent != static_cast<int>(i)) continue;
                const Vec3 bone = world * offsetOf(tree.joints[c], tree.state[c]);
                const Vec3 way = wishes[c].position - joint.position;
                Quat arc = turnOnto(bone, way);
                if (joint.kind == Kind::Hinge) {
                    const Vec3 axis = joint.restWorld * Vec3(joint.frame.col(0));
                    arc = fromRotationVector(angleInPlane(axis, bone, way) * axis);
                }
                arcs += wishes[c].weight * nearestSign(arc, Quat::Identity()).coeffs();
            }
            if (arcs.norm() > 1e-9) world = Quat(Vec4(arcs.normalized())) * world;
            const Quat q = (joint.restWorld.conjugate() * world).normalized();
            if (joint.bounded())
                clampTo(joint, problem.joints[joint.joint].limit, form, q, state);
            else
                state.q = q;
        }
        joint.world = joint.restWorld * state.q;
    }
}

}  // namespace

void reachUnderLimits(const Problem& problem, LimitedTree& tree, std::vector<LimitedWish>& wishes,
                      ConeForm form, const std::function<void()>* afterInwards)
{
    wishes.resize(tree.joints.size());
    reachInwards(problem, tree, wishes, form);
    if (afterInwards) (*afterInwards)();
    reachOutwards(problem, tree, wishes, form);
}

}  // namespace posewright::ik

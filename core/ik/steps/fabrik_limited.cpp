#include "core/ik/steps/fabrik_limited.h"

#include "core/ik/limits.h"
#include "core/ik/limits/paper_cone.h"
#include "core/math/hamilton.h"
#include "core/math/rotation.h"

#include <cmath>

namespace posewright::ik {
namespace {

void clampTo(const LimitedJoint& joint, const Limit& limit, ConeForm form, Quat q,
             LimitedState& state)
{
    const auto* cone = std::get_if<ConeLimit>(&limit);
    if (form == ConeForm::Paper && cone) q = clampedAsInPaper(*cone, q);
    readRotation(joint, limit, q, state.angles[0], state);
}

constexpr double kFabrikLimitedOpposite = 1e-14;  // 1 + cos of directions that are

// The least arc, up to a factor, between vectors of any length.
Hamilton turnOnto(const Vec3& from, const Vec3& to)
{
    const double lengths = std::sqrt(from.squaredNorm() * to.squaredNorm());
    const double w = lengths + from.dot(to);
    const Vec3 axis = from.cross(to);
    if (w > kFabrikLimitedOpposite * lengths) return {w, axis.x(), axis.y(), axis.z()};
    if (!(lengths > 0)) return {};
    return Hamilton(leastArc(from.normalized(), to.normalized()));
}

void addTo(LimitedPull& sum, const Vec3& position, const Quat& rotation, double weight)
{
    const Vec4& q = rotation.coeffs();
    sum.positions += weight * position;
    sum.rotations += weight * (sum.rotations.dot(q) < 0 ? Vec4(-q) : q);
    sum.weight += weight;
}

// In the frame of the joint above, including the current slide.
Vec3 offsetOf(const LimitedJoint& joint, const LimitedState& state)
{
    if (joint.kind != LimitedJoint::Kind::Slide) return joint.offset;
    return joint.offset + joint.rest * Vec3(joint.frame.col(0) * state.angles[0]);
}

// The rotation about the axis (unit, world) that brings `from` nearest to `to`.
double angleInPlane(const Vec3& axis, const Vec3& from, const Vec3& to)
{
    const Vec3 a = from - axis * axis.dot(from);
    const Vec3 b = to - axis * axis.dot(to);
    return std::atan2(axis.dot(a.cross(b)), a.dot(b));
}

void reachInwards(const Problem& problem, LimitedTree& tree, std::vector<LimitedPull>& pulls,
                  ConeForm form)
{
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
        pulls[i] = {};
        pulls[i].rotation = tree.joints[i].world;
    }
    for (const LimitedGoal& g : tree.goals) {
        const Goal& goal = problem.goals[g.goal];
        addTo(pulls[g.effector], g.target, goal.orientation.value_or(tree.joints[g.effector].world),
              goal.weight);
    }
    for (int i = static_cast<int>(tree.joints.size()) - 1; i >= 0; --i) {
        const LimitedJoint& joint = tree.joints[i];
        LimitedPull& pull = pulls[i];
        pull.position = pull.positions / pull.weight;
        if (const double square = pull.rotations.squaredNorm(); square > 1e-18)
            pull.rotation = Quat(Vec4(pull.rotations / std::sqrt(square)));
        if (joint.parent < 0) continue;
        const LimitedJoint& above = tree.joints[joint.parent];
        const Hamilton world(above.world);
        const Vec3 offset = offsetOf(joint, tree.state[i]);
        Hamilton rotation =
            (turnOnto(world.turn(offset), pull.position - above.position) * world).unit();
        if (joint.bounded()) {
            const Hamilton rest(joint.rest);
            const Hamilton wanted(pull.rotation);
            const Quat q = (rest.conjugate() * (rotation.conjugate() * wanted)).quat();
            if (form == ConeForm::Paper || !plainlyInside(joint, q)) {
                LimitedState state = tree.state[i];
                clampTo(joint, problem.joints[joint.joint].limit, form, q, state);
                rotation = (wanted * (rest * Hamilton(state.q)).conjugate()).unit();
            }
        }
        addTo(pulls[joint.parent], pull.position - rotation.turn(offset), rotation.quat(),
              pull.weight);
    }
}

void reachOutwards(const Problem& problem, LimitedTree& tree, std::vector<LimitedPull>& pulls,
                   ConeForm form)
{
    for (LimitedPull& pull : pulls) pull.rotations.setZero();
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
        LimitedJoint& joint = tree.joints[i];
        LimitedState& state = tree.state[i];
        const Hamilton rest(joint.rest);
        const Hamilton hung(joint.parent < 0 ? tree.attach : tree.joints[joint.parent].world);
        if (joint.parent < 0) {
            if (tree.slides) tree.slide += pulls[i].position - joint.position;
            joint.position = tree.slides ? pulls[i].position : joint.position;
        } else {
            joint.position = tree.joints[joint.parent].position + hung.turn(offsetOf(joint, state));
        }
        const Hamilton restWorld = hung * rest;
        joint.restWorld = restWorld.quat();
        if (joint.turns()) {
            const bool hinge = joint.kind == LimitedJoint::Kind::Hinge;
            Hamilton world = hinge ? restWorld * Hamilton(state.q) : Hamilton(pulls[i].rotation);
            // Where the joints below want to be; the first one decides for a hinge.
            Vec4 arcs = Vec4::Zero();
            for (int c = joint.child; c >= 0; c = tree.joints[c].sibling) {
                const Vec3 bone = world.turn(offsetOf(tree.joints[c], tree.state[c]));
                const Vec3 way = pulls[c].position - joint.position;
                if (hinge) {
                    const Vec3 axis = restWorld.turn(joint.frame.col(0));
                    const Quat arc = fromRotationVector(angleInPlane(axis, bone, way) * axis);
                    arcs += pulls[c].weight * nearestSign(arc, Quat::Identity()).coeffs();
                } else {
                    const Hamilton arc = turnOnto(bone, way).unit();
                    arcs += pulls[c].weight * Vec4(arc.x, arc.y, arc.z, arc.w);
                }
            }
            if (arcs.squaredNorm() > 1e-18)
                world = Hamilton(arcs.w(), arcs.x(), arcs.y(), arcs.z()) * world;
            const Quat q = (restWorld.conjugate() * world).unit().quat();
            if (joint.bounded())
                clampTo(joint, problem.joints[joint.joint].limit, form, q, state);
            else
                state.q = q;
        }
        joint.world = (restWorld * Hamilton(state.q)).quat();
    }
}

}  // namespace

void reachUnderLimits(const Problem& problem, LimitedTree& tree, std::vector<LimitedPull>& pulls,
                      ConeForm form, const std::function<void()>* afterInwards)
{
    pulls.resize(tree.joints.size());
    reachInwards(problem, tree, pulls, form);
    if (afterInwards) (*afterInwards)();
    reachOutwards(problem, tree, pulls, form);
}

}  // namespace posewright::ik

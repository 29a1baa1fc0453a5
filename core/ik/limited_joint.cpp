#include "core/ik/limited_joint.h"

#include "core/ik/euler_box.h"
#include "core/ik/limits.h"
#include "core/math/ellipse.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

using Kind = LimitedJoint::Kind;

constexpr double kGrain = 1e-12;  // [rad] what counts as no violation

struct Reader {
    LimitedJoint& joint;

    void operator()(std::monostate) const { joint.kind = Kind::Free; }
    void operator()(const FixedLimit&) const { joint.kind = Kind::Carrier; }
    void operator()(const HingeLimit& hinge) const
    {
        joint.kind = Kind::Hinge;
        joint.frame.col(0) = hinge.axis.normalized();
    }
    void operator()(const ConeLimit& cone) const
    {
        joint.kind = Kind::Cone;
        joint.frame = coneFrame(cone);
        joint.opening = cone.angles;
    }
    void operator()(const BoxLimit& box) const
    {
        joint.kind = Kind::Box;
        joint.order = box.order;
    }
    void operator()(const PrismaticLimit& slide) const
    {
        joint.kind = Kind::Slide;
        joint.frame.col(0) = slide.axis.normalized();
    }
};

Quat aboutAxis(const Vec3& axis, double angle)
{
    const double s = std::sin(angle / 2);
    return {std::cos(angle / 2), axis.x() * s, axis.y() * s, axis.z() * s};
}

// Angular velocities of a cone's tilt, in its rest frame, from the swing that it has: no more
// sines.
void tiltRates(const LimitedJoint& joint, const LimitedState& state, Mat3& rates)
{
    const Vec3 up = joint.frame.col(0);
    const Vec3 right = joint.frame.col(1);
    const double angle =
        std::sqrt(state.angles[0] * state.angles[0] + state.angles[1] * state.angles[1]);
    if (angle < 1e-5) {
        rates.col(0) = right;
        rates.col(1) = -up;
        return;
    }
    // With the unit axis n of the swing: J = sin(x)/x + (1 - sin(x)/x) n n^T + (1 - cos(x))/x [n].
    const Vec3 n = (state.angles[0] * right - state.angles[1] * up) / angle;
    const double half = state.swing.vec().norm();
    const double flat = 2 * half * state.swing.w() / angle;
    const double bend = 2 * half * half / angle;
    rates.col(0) = flat * right + (1 - flat) * n.dot(right) * n + bend * n.cross(right);
    rates.col(1) = -flat * up - (1 - flat) * n.dot(up) * n - bend * n.cross(up);
}

}  // namespace

void setLimit(const Limit& limit, LimitedJoint& joint)
{
    std::visit(Reader{joint}, limit);
    joint.range = bounds(limit);
    joint.count = freedoms(limit);
}

bool clampNumbers(const LimitedJoint& joint, Angles& angles)
{
    bool moved = false;
    int i = 0;
    if (joint.kind == Kind::Cone) {
        i = 2;
        const double a = joint.opening[angles[0] < 0 ? 2 : 0];
        const double b = joint.opening[angles[1] < 0 ? 3 : 1];
        const double u = angles[0] / a;
        const double r = angles[1] / b;
        if (u * u + r * r > 1 + 1e-14) {
            const Vec2 near = nearestOnEllipse(a, b, {angles[0], angles[1]});
            angles[0] = near.x();
            angles[1] = near.y();
            moved = true;
        }
    }
    for (; i < joint.count; ++i) {
        const double to = std::clamp(angles[i], joint.range[i].min, joint.range[i].max);
        moved |= to != angles[i];
        angles[i] = to;
    }
    return moved;
}

bool readRotation(const LimitedJoint& joint, const Limit& limit, const Quat& q, double travel,
                  LimitedState& state)
{
    Angles raw{};
    bool moved = false;
    state.q = q;
    switch (joint.kind) {
    case Kind::Free: return false;
    case Kind::Hinge: {
        const Vec3 axis = joint.frame.col(0);
        const double along = q.vec().dot(axis);
        moved = (q.vec() - along * axis).norm() > kGrain / 2;
        raw[0] = nearestTurn(2 * std::atan2(along, q.w()), joint.range[0]);
        break;
    }
    case Kind::Cone: {
        const Vec3 axis = joint.frame.col(2);
        const SwingTwist parts = swingTwist(q, axis);
        state.swing = parts.swing;
        const Vec3 v = rotationVector(parts.swing);
        raw = {v.dot(joint.frame.col(1)), -v.dot(joint.frame.col(0)),
               nearestTurn(2 * std::atan2(parts.twist.vec().dot(axis), parts.twist.w()),
                           joint.range[2])};
        if (state.swing.w() < 0) state.swing.coeffs() *= -1;
        break;
    }
    case Kind::Box:
        raw = anglesOf(limit, q);
        moved = angleBetween(fromEuler(joint.order, raw), q) > kGrain;
        break;
    case Kind::Slide: raw[0] = travel; [[fallthrough]];
    case Kind::Carrier: moved = q.vec().norm() > kGrain / 2; break;
    }
    state.angles = raw;
    clampNumbers(joint, state.angles);
    for (int i = 0; i < 3; ++i) moved |= std::abs(state.angles[i] - raw[i]) > kGrain;
    if (!moved) return false;
    if (!joint.turns()) state.q = Quat::Identity();
    setNumbers(joint, Angles(state.angles), state);
    return true;
}

void setNumbers(const LimitedJoint& joint, const Angles& angles, LimitedState& state)
{
    state.angles = angles;
    clampNumbers(joint, state.angles);
    switch (joint.kind) {
    case Kind::Hinge: state.q = aboutAxis(joint.frame.col(0), state.angles[0]); break;
    case Kind::Cone: {
        const double angle =
            std::sqrt(state.angles[0] * state.angles[0] + state.angles[1] * state.angles[1]);
        const double s = angle > 1e-150 ? std::sin(angle / 2) / angle : 0.5;
        const Vec3 v =
            s * (state.angles[0] * joint.frame.col(1) - state.angles[1] * joint.frame.col(0));
        state.swing = {std::cos(angle / 2), v.x(), v.y(), v.z()};
        state.q = state.swing * aboutAxis(joint.frame.col(2), state.angles[2]);
        break;
    }
    case Kind::Box: state.q = fromEuler(joint.order, state.angles); break;
    default: break;
    }
}

int axesOf(const LimitedJoint& joint, const LimitedState& state, Mat3& axes)
{
    switch (joint.kind) {
    case Kind::Carrier: return 0;
    case Kind::Free: axes.setIdentity(); return 3;
    case Kind::Hinge:
    case Kind::Slide: axes.col(0) = joint.restWorld * Vec3(joint.frame.col(0)); return 1;
    case Kind::Cone: {
        Mat3 rates;
        tiltRates(joint, state, rates);
        rates.col(2) = state.swing * Vec3(joint.frame.col(2));
        axes = joint.restWorld.toRotationMatrix() * rates;
        return 3;
    }
    case Kind::Box: {
        const Quat first = aboutAxis(Vec3::Unit(joint.order[0]), state.angles[0]);
        const Quat second = first * aboutAxis(Vec3::Unit(joint.order[1]), state.angles[1]);
        axes.col(0) = joint.restWorld * Vec3(Vec3::Unit(joint.order[0]));
        axes.col(1) = joint.restWorld * (first * Vec3(Vec3::Unit(joint.order[1])));
        axes.col(2) = joint.restWorld * (second * Vec3(Vec3::Unit(joint.order[2])));
        return 3;
    }
    }
    return 0;
}

}  // namespace posewright::ik

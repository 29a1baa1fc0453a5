#include "core/ik/limits/limited_joint.h"

#include "core/ik/limits.h"
#include "core/math/ellipse.h"
#include "core/math/rotation.h"
#include "core/math/sine.h"
#include "core/scene/limits/euler_box.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {

using limits::fromEuler;

namespace {

constexpr double kLimitedJointGrain = 1e-12;  // [rad] violations below this do not count

struct Reader {
    LimitedJoint& joint;

    template <class L>
    void operator()(const L&) const
    {
        joint.kind = LimitedJoint::Kind::Other;
    }
    void operator()(std::monostate) const { joint.kind = LimitedJoint::Kind::Free; }
    void operator()(const FixedLimit&) const { joint.kind = LimitedJoint::Kind::Carrier; }
    void operator()(const HingeLimit& hinge) const
    {
        joint.kind = LimitedJoint::Kind::Hinge;
        joint.frame.col(0) = hinge.axis.normalized();
    }
    void operator()(const ConeLimit& cone) const
    {
        joint.kind = LimitedJoint::Kind::Cone;
        joint.frame = coneFrame(cone);
        joint.opening = cone.angles;
        for (int i = 0; i < 4; ++i) joint.narrow[i] = 1 / cone.angles[i];
    }
    void operator()(const BoxLimit& box) const
    {
        joint.kind = LimitedJoint::Kind::Box;
        joint.order = box.order;
    }
    void operator()(const PrismaticLimit& slide) const
    {
        joint.kind = LimitedJoint::Kind::Slide;
        joint.frame.col(0) = slide.axis.normalized();
    }
};

Quat aboutAxis(const Vec3& axis, double angle)
{
    const auto [sine, cosine] = sineCosine(angle / 2);
    return {cosine, axis.x() * sine, axis.y() * sine, axis.z() * sine};
}

// The square of the tilt relative to the ellipse: 1 on the rim.
double shareOfRim(const LimitedJoint& joint, double up, double right)
{
    const double u = up * joint.narrow[up < 0 ? 2 : 0];
    const double r = right * joint.narrow[right < 0 ? 3 : 1];
    return u * u + r * r;
}

// Angular velocities of a cone's numbers (two tilts and the twist), in its frame.
void coneRates(const LimitedState& state, Mat3& rates)
{
    const double up = state.angles[0];
    const double right = state.angles[1];
    const double square = up * up + right * right;
    if (square < 1e-10) {
        rates << 0, -1, up, 1, 0, right, 0, 0, 1;
        return;
    }
    // With the unit axis n of the swing: J = sin(x)/x + (1 - sin(x)/x) n n^T + (1 - cos(x))/x [n].
    const double angle = std::sqrt(square);
    const double per = 1 / angle;
    const double nx = -right * per;
    const double ny = up * per;
    const double sine = 2 * state.sine * state.cosine;
    const double lost = 2 * state.sine * state.sine;  // 1 - cos(x)
    const double flat = sine * per;
    const double bend = lost * per;
    const double mixed = (1 - flat) * nx * ny;
    rates << mixed, -(flat + (1 - flat) * nx * nx), sine * ny,  //
        flat + (1 - flat) * ny * ny, -mixed, -sine * nx,        //
        bend * nx, bend * ny, 1 - lost;
}

// An upper bound of atan(t) for t >= 0.
double arcAtMost(double t)
{
    const double s = t * t;
    return t * (1 - s * (1.0 / 3 - s * 0.2));
}

}  // namespace

void setLimit(const Limit& limit, LimitedJoint& joint)
{
    std::visit(Reader{joint}, limit);
    joint.limit = joint.kind == LimitedJoint::Kind::Other ? &limit : nullptr;
    joint.range = bounds(limit);
    joint.count = freedoms(limit);
}

bool clampNumbers(const LimitedJoint& joint, Angles& angles)
{
    if (joint.kind == LimitedJoint::Kind::Other) return clampAngles(*joint.limit, angles);
    bool moved = false;
    int i = 0;
    if (joint.kind == LimitedJoint::Kind::Cone) {
        i = 2;
        const double share = shareOfRim(joint, angles[0], angles[1]);
        if (share > 1 + 1e-14) {
            const double a = joint.opening[angles[0] < 0 ? 2 : 0];
            const double b = joint.opening[angles[1] < 0 ? 3 : 1];
            const Vec2 tilt(angles[0], angles[1]);
            const Vec2 near = a == b ? Vec2(tilt / std::sqrt(share)) : nearestOnEllipse(a, b, tilt);
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

bool plainlyInside(const LimitedJoint& joint, const Quat& q)
{
    if (joint.kind != LimitedJoint::Kind::Cone) return false;
    const Vec3 v = joint.frame.transpose() * q.vec();
    const double w = q.w();
    const double z = v.z();
    const double norm = std::sqrt(w * w + z * z);
    const double sine = std::sqrt(v.x() * v.x() + v.y() * v.y());
    if (!(sine < norm) || !(std::abs(z) < std::abs(w))) return false;
    const double twist = 2 * arcAtMost(std::abs(z / w));
    const Range& range = joint.range[2];
    if (range.min > 0 || range.max < 0) return false;
    if (z * w < 0 ? -twist < range.min : twist > range.max) return false;
    // The direction of the tilt, scaled by its sine and the norm.
    const double up = v.y() * w + v.x() * z;
    const double right = v.y() * z - v.x() * w;
    const double tilt = 2 * arcAtMost(sine / norm);
    return tilt * tilt * shareOfRim(joint, up, right) <= sine * norm * sine * norm;
}

bool readRotation(const LimitedJoint& joint, const Limit& limit, const Quat& q, double travel,
                  LimitedState& state)
{
    Angles raw{};
    bool moved = false;
    state.q = q;
    switch (joint.kind) {
    case LimitedJoint::Kind::Free: return false;
    case LimitedJoint::Kind::Hinge: {
        const Vec3 axis = joint.frame.col(0);
        const double along = q.vec().dot(axis);
        moved = (q.vec() - along * axis).norm() > kLimitedJointGrain / 2;
        raw[0] = nearestTurn(2 * angleOf(along, q.w()), joint.range[0]);
        break;
    }
    case LimitedJoint::Kind::Cone: {
        // In the cone's frame, (w, z) is the twist, and the rest of (x, y) the swing.
        const Vec3 v = joint.frame.transpose() * q.vec();
        const double w = q.w();
        const double square = w * w + v.z() * v.z();
        const bool over = square < 1e-24;  // the axis is reversed, so the twist is undefined
        const double norm = std::sqrt(square);
        const double cosine = over ? 1 : w / norm;
        const double sine = over ? 0 : v.z() / norm;
        const double x = v.x() * cosine - v.y() * sine;
        const double y = v.y() * cosine + v.x() * sine;
        state.sine = std::sqrt(v.x() * v.x() + v.y() * v.y());
        state.cosine = norm;
        const double per = state.sine > 1e-150 ? 2 * angleOf(state.sine, norm) / state.sine : 0;
        raw = {y * per, -x * per, nearestTurn(2 * angleOf(sine, cosine), joint.range[2])};
        break;
    }
    case LimitedJoint::Kind::Box:
        raw = anglesOf(limit, q);
        moved = angleBetween(fromEuler(joint.order, raw), q) > kLimitedJointGrain;
        break;
    case LimitedJoint::Kind::Other:
        raw = anglesOf(limit, q);
        moved = angleBetween(rotationOf(limit, raw), q) > kLimitedJointGrain;
        break;
    case LimitedJoint::Kind::Slide: raw[0] = travel; [[fallthrough]];
    case LimitedJoint::Kind::Carrier: moved = q.vec().norm() > kLimitedJointGrain / 2; break;
    }
    state.angles = raw;
    clampNumbers(joint, state.angles);
    for (int i = 0; i < 3; ++i) moved |= std::abs(state.angles[i] - raw[i]) > kLimitedJointGrain;
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
    case LimitedJoint::Kind::Hinge: state.q = aboutAxis(joint.frame.col(0), state.angles[0]); break;
    case LimitedJoint::Kind::Cone: {
        const double up = state.angles[0];
        const double right = state.angles[1];
        const double angle = std::sqrt(up * up + right * right);
        const auto tilt = sineCosine(angle / 2);
        const auto twist = sineCosine(state.angles[2] / 2);
        state.sine = tilt.sine;
        state.cosine = tilt.cosine;
        const double per = angle > 1e-150 ? tilt.sine / angle : 0.5;
        const double x = -right * per;
        const double y = up * per;
        const Vec3 v =
            joint.frame * Vec3(twist.cosine * x + twist.sine * y, twist.cosine * y - twist.sine * x,
                               tilt.cosine * twist.sine);
        state.q = {tilt.cosine * twist.cosine, v.x(), v.y(), v.z()};
        break;
    }
    case LimitedJoint::Kind::Box: state.q = fromEuler(joint.order, state.angles); break;
    case LimitedJoint::Kind::Other: state.q = rotationOf(*joint.limit, state.angles); break;
    default: break;
    }
}

int axesOf(const LimitedJoint& joint, const LimitedState& state, Mat3& axes)
{
    switch (joint.kind) {
    case LimitedJoint::Kind::Carrier: return 0;
    case LimitedJoint::Kind::Free: axes.setIdentity(); return 3;
    case LimitedJoint::Kind::Hinge:
    case LimitedJoint::Kind::Slide:
        axes.col(0) = joint.restWorld * Vec3(joint.frame.col(0));
        return 1;
    case LimitedJoint::Kind::Cone: {
        Mat3 rates;
        coneRates(state, rates);
        axes = joint.restWorld.toRotationMatrix() * (joint.frame * rates);
        return 3;
    }
    case LimitedJoint::Kind::Box: {
        const Quat first = aboutAxis(Vec3::Unit(joint.order[0]), state.angles[0]);
        const Quat second = first * aboutAxis(Vec3::Unit(joint.order[1]), state.angles[1]);
        axes.col(0) = joint.restWorld * Vec3(Vec3::Unit(joint.order[0]));
        axes.col(1) = joint.restWorld * (first * Vec3(Vec3::Unit(joint.order[1])));
        axes.col(2) = joint.restWorld * (second * Vec3(Vec3::Unit(joint.order[2])));
        return 3;
    }
    case LimitedJoint::Kind::Other:
        axes = joint.restWorld.toRotationMatrix() * turnRates(*joint.limit, state.angles);
        return joint.count;
    }
    return 0;
}

}  // namespace posewright::ik

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

/// Where the joints of a figure are, how far an effector is from its goal, and by how much a pose
/// breaks its limits: from the definitions alone, in plain numbers. It judges what core does, and
/// so includes no line of it; tests/layering.cmake sees to that. Lengths in [m], angles in [rad].
namespace posewright::plain {

struct V {
    double x = 0, y = 0, z = 0;
    double operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};
using Q = std::array<double, 4>;  ///< x, y, z, w, of any length but 0

inline V operator+(const V& a, const V& b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline V operator-(const V& a, const V& b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline V operator*(double s, const V& v)
{
    return {s * v.x, s * v.y, s * v.z};
}
inline double dot(const V& a, const V& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline V cross(const V& a, const V& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(const V& v)
{
    return std::hypot(v.x, v.y, v.z);
}
inline V unit(const V& v)
{
    return (1 / length(v)) * v;
}

/// First b, then a.
inline Q product(const Q& a, const Q& b)
{
    return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
            a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}
inline Q inverse(const Q& q)
{
    const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    return {-q[0] / square, -q[1] / square, -q[2] / square, q[3] / square};
}
/// By the rotation matrix of the quaternion, whatever its length.
inline V turned(const Q& q, const V& v)
{
    const double s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double xx = s * q[0] * q[0], yy = s * q[1] * q[1], zz = s * q[2] * q[2];
    const double xy = s * q[0] * q[1], xz = s * q[0] * q[2], yz = s * q[1] * q[2];
    const double wx = s * q[3] * q[0], wy = s * q[3] * q[1], wz = s * q[3] * q[2];
    return {(1 - yy - zz) * v.x + (xy - wz) * v.y + (xz + wy) * v.z,
            (xy + wz) * v.x + (1 - xx - zz) * v.y + (yz - wx) * v.z,
            (xz - wy) * v.x + (yz + wx) * v.y + (1 - xx - yy) * v.z};
}
/// Between two orientations, in [0, pi].
inline double angle(const Q& a, const Q& b)
{
    const Q d = product(inverse(a), b);
    return 2 * std::atan2(std::hypot(d[0], d[1], d[2]), std::abs(d[3]));
}
/// Between two directions, in [0, pi].
inline double angle(const V& a, const V& b)
{
    return std::atan2(length(cross(a, b)), dot(a, b));
}
/// About a coordinate axis.
inline Q about(int axis, double by)
{
    Q q{0, 0, 0, std::cos(by / 2)};
    q[axis] = std::sin(by / 2);
    return q;
}

struct Bounds {
    double min = 0;
    double max = 0;
};

/// As core/scene/limit.h says in words.
struct Limit {
    enum class Kind { Free, Fixed, Hinge, Cone, Box, Slide };
    Kind kind = Kind::Free;
    V axis{0, 0, 1};  ///< of a hinge, a cone, a slide
    V up{0, 1, 0};
    std::array<double, 4> opening{};  ///< of a cone: up, right, down, left
    Bounds range;                     ///< of a hinge's angle, a cone's twist, a slide's travel
    std::array<Bounds, 3> box{};      ///< about x, y, z
    std::array<int, 3> order{0, 1, 2};
};

struct Joint {
    int parent = -1;
    V offset{};  ///< in the frame of the parent
    Q rest{0, 0, 0, 1};
    Limit limit;
};

struct Pose {
    std::vector<Q> rotations;       ///< local
    V root{};                       ///< world, of joint 0 before it slides
    std::vector<double> slides;     ///< empty: none
    std::vector<double> stretches;  ///< what offsets are multiplied by; empty: 1
};

struct Placed {
    std::vector<V> at;
    std::vector<Q> world;
};

inline V slideOf(const Joint& joint, double travel)
{
    if (joint.limit.kind != Limit::Kind::Slide) return {};
    return travel * turned(joint.rest, unit(joint.limit.axis));
}

inline Placed place(const std::vector<Joint>& joints, const Q& base, const Pose& pose)
{
    Placed out;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const Joint& joint = joints[j];
        const bool top = joint.parent < 0;
        const Q frame = top ? base : out.world[joint.parent];
        V offset{};
        if (!top) offset = (pose.stretches.empty() ? 1 : pose.stretches[j]) * joint.offset;
        if (!pose.slides.empty()) offset = offset + slideOf(joint, pose.slides[j]);
        out.at.push_back((top ? pose.root : out.at[joint.parent]) + turned(frame, offset));
        out.world.push_back(product(frame, pose.rotations[j]));
    }
    return out;
}

/// How far an angle is outside its range, of all turns the nearest.
inline double outside(double by, const Bounds& range)
{
    const double half = (range.max - range.min) / 2;
    const double off = std::remainder(by - (range.min + half), 2 * std::numbers::pi);
    return std::max(0.0, std::abs(off) - half);
}
/// Of all turns of the angle the one nearest to its range, brought inside.
inline double inside(double by, const Bounds& range)
{
    const double half = (range.max - range.min) / 2;
    const double off = std::remainder(by - (range.min + half), 2 * std::numbers::pi);
    return range.min + half + std::clamp(off, -half, half);
}

/// From q to some rotation that the box allows: no less than to the nearest one, and 0 where q is
/// inside. Both ways to write q as angles are tried; where the middle one is a right angle, the
/// other two turn about one line, and share their sum in many ways.
inline double outsideBox(const Limit& limit, const Q& q)
{
    const int i = limit.order[0], j = limit.order[1], k = limit.order[2];
    const double sign = (j - i + 3) % 3 == 1 ? 1 : -1;
    const auto entry = [&](int row, int column) {
        const V axis{column == 0 ? 1.0 : 0.0, column == 1 ? 1.0 : 0.0, column == 2 ? 1.0 : 0.0};
        return turned(q, axis)[row];
    };
    const double sine = sign * entry(i, k);
    const double cosine = std::hypot(entry(i, i), entry(i, j));
    const double first = std::atan2(-sign * entry(j, k), entry(k, k));
    const double middle = std::atan2(sine, cosine);
    const auto rotation = [&](double a, double b, double c) {
        return product(product(about(i, a), about(j, b)), about(k, c));
    };
    const auto turnAbout = [](const Q& r, int axis) { return 2 * std::atan2(r[axis], r[3]); };
    double best = std::numeric_limits<double>::infinity();
    for (const bool other : {false, true}) {
        const double b = inside(other ? std::numbers::pi - middle : middle, limit.box[j]);
        for (int start = 0; start < (cosine < 1e-3 ? 5 : 1); ++start) {
            double a = inside(other ? first + std::numbers::pi : first, limit.box[i]);
            if (start > 0)
                a = limit.box[i].min + (limit.box[i].max - limit.box[i].min) * (start - 1) / 3.0;
            double c = 0;
            for (int round = 0; round < 3; ++round) {
                c = inside(turnAbout(product(inverse(product(about(i, a), about(j, b))), q), k),
                           limit.box[k]);
                best = std::min(best, angle(rotation(a, b, c), q));
                a = inside(turnAbout(product(q, inverse(product(about(j, b), about(k, c)))), i),
                           limit.box[i]);
                best = std::min(best, angle(rotation(a, b, c), q));
            }
        }
    }
    return best;
}

/// By how much a local rotation, seen from rest, breaks its limit. Cones: how far the swing lies
/// outside the spherical ellipse along its own meridian, which is no less than to the nearest point
/// of it, or the twist outside its range. Hinges: how far the axis is off, or the angle outside its
/// range.
inline double outside(const Limit& limit, const Q& q)
{
    const auto twist = [&](const V& axis) {
        return 2 * std::atan2(dot(V{q[0], q[1], q[2]}, axis), q[3]);
    };
    switch (limit.kind) {
    case Limit::Kind::Free: return 0;
    case Limit::Kind::Fixed:
    case Limit::Kind::Slide: return angle(q, Q{0, 0, 0, 1});
    case Limit::Kind::Box: return outsideBox(limit, q);
    case Limit::Kind::Hinge: {
        const V axis = unit(limit.axis);
        return std::max(angle(axis, turned(q, axis)), outside(twist(axis), limit.range));
    }
    case Limit::Kind::Cone: {
        const V axis = unit(limit.axis);
        const V right = unit(cross(axis, limit.up));
        const V to = turned(q, axis);
        const double x = dot(to, cross(right, axis));
        const double y = dot(to, right);
        const double across = std::hypot(x, y);
        double swing = 0;
        if (across > 0)
            swing = angle(axis, to) - 1 / std::hypot(x / across / limit.opening[x < 0 ? 2 : 0],
                                                     y / across / limit.opening[y < 0 ? 3 : 1]);
        return std::max({0.0, swing, outside(twist(axis), limit.range)});
    }
    }
    return std::numeric_limits<double>::infinity();
}

/// Of a joint's rotation and travel; [m] of the latter.
inline double outside(const Joint& joint, const Q& local, double travel)
{
    const double turn = outside(joint.limit, product(inverse(joint.rest), local));
    if (joint.limit.kind != Limit::Kind::Slide) return turn;
    return std::max({turn, joint.limit.range.min - travel, travel - joint.limit.range.max});
}

}  // namespace posewright::plain

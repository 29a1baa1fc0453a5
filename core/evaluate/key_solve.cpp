#include "core/evaluate/key_solve.h"

#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cstring>

namespace posewright {

namespace {

template <class Vector>
Vector threePointTangent(double f0, const Vector& v0, double f1, const Vector& v1, double f2,
                         const Vector& v2)
{
    const double h0 = f1 - f0;
    const double h1 = f2 - f1;
    const Vector s0 = (v1 - v0) / h0;
    const Vector s1 = (v2 - v1) / h1;
    Vector slope = (h1 * s0 + h0 * s1) / (h0 + h1);
    const double most = 3 * std::min(s0.norm(), s1.norm());
    const double length = slope.norm();
    if (length <= most) return slope;
    return slope * (most / length);
}

template <class Vector>
Vector hermite(const Vector& a, const Vector& ta, const Vector& b, const Vector& tb, double h,
               double u)
{
    const double u2 = u * u;
    const double u3 = u2 * u;
    return (2 * u3 - 3 * u2 + 1) * a + (u3 - 2 * u2 + u) * h * ta + (3 * u2 - 2 * u3) * b +
           (u3 - u2) * h * tb;
}

template <class Vector, class Value>
Vector blend(const OffsetKey& before, const OffsetKey& from, const OffsetKey& to,
             const OffsetKey& after, double frame, Ends ends, const Value& value)
{
    const Vector a = value(*from.solve, Vector(Vector::Zero()));
    const Vector b = value(*to.solve, a);
    const double h = to.frame - from.frame;
    const Vector end = ends == Ends::Free ? Vector((b - a) / h) : Vector(Vector::Zero());
    const Vector ta = before.solve
                          ? threePointTangent<Vector>(before.frame, value(*before.solve, a),
                                                      from.frame, a, to.frame, b)
                          : end;
    const Vector tb = after.solve ? threePointTangent<Vector>(from.frame, a, to.frame, b,
                                                              after.frame, value(*after.solve, b))
                                  : end;
    return hermite<Vector>(a, ta, b, tb, h, (frame - from.frame) / h);
}

}  // namespace

void ContentKey::add(double value)
{
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    text_.append(bytes, sizeof value);
}

void ContentKey::add(const Vec3& v)
{
    add(v.x());
    add(v.y());
    add(v.z());
}

void ContentKey::add(const Quat& q)
{
    add(Vec3(q.vec()));
    add(q.w());
}

void ContentKey::add(std::string_view text)
{
    text_.append(text);
    text_.push_back('\0');
}

void ContentKey::add(int value)
{
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    text_.append(bytes, sizeof value);
}

std::optional<KeySolve> KeyMemo::find(const std::string& key) const
{
    const std::lock_guard lock(mutex_);
    const auto at = solves_.find(key);
    return at == solves_.end() ? std::nullopt : std::optional(at->second);
}

void KeyMemo::put(const std::string& key, const KeySolve& solve)
{
    const std::size_t size = key.size() + sizeof(KeySolve) + solve.offset.size() * sizeof(Quat) +
                             solve.travel.size() * sizeof(double);
    const std::lock_guard lock(mutex_);
    makeRoom(size);
    if (solves_.emplace(key, solve).second) bytes_ += size;
}

std::shared_ptr<const TrajectorySolve> KeyMemo::findTrajectory(const std::string& key) const
{
    const std::lock_guard lock(mutex_);
    const auto at = trajectories_.find(key);
    return at == trajectories_.end() ? nullptr : at->second;
}

void KeyMemo::put(const std::string& key, std::shared_ptr<const TrajectorySolve> solve)
{
    std::size_t size = key.size() + sizeof(TrajectorySolve);
    for (const TrajectorySolve::Node& node : solve->nodes)
        size += sizeof node + node.pose.offset.size() * (sizeof(Quat) + 1) +
                node.pose.travel.size() * sizeof(double) + node.said.size() * sizeof(ik::Status);
    const std::lock_guard lock(mutex_);
    makeRoom(size);
    if (trajectories_.emplace(key, std::move(solve)).second) bytes_ += size;
}

void KeyMemo::makeRoom(std::size_t size)
{
    if (bytes_ + size <= kMostBytes) return;
    solves_.clear();
    trajectories_.clear();
    bytes_ = 0;
}

std::shared_ptr<KeyMemo> makeKeyMemo()
{
    return std::make_shared<KeyMemo>();
}

Quat blendOffset(const OffsetKey& before, const OffsetKey& from, const OffsetKey& to,
                 const OffsetKey& after, int joint, double frame, Ends ends)
{
    const auto value = [joint](const KeySolve& solve, const Vec4& near) -> Vec4 {
        const Vec4 q = solve.offset[joint].coeffs();
        return q.dot(near) < 0 ? Vec4(-q) : q;
    };
    const Vec4 q = blend<Vec4>(before, from, to, after, frame, ends, value);
    // Between rotations half a turn apart, the Hermite curve passes through zero; use slerp
    // instead.
    if (q.norm() < 0.05)
        return slerp(from.solve->offset[joint], to.solve->offset[joint],
                     (frame - from.frame) / (to.frame - from.frame));
    return Quat(q.normalized());
}

double blendTravel(const OffsetKey& before, const OffsetKey& from, const OffsetKey& to,
                   const OffsetKey& after, int joint, double frame, Ends ends)
{
    using One = Eigen::Matrix<double, 1, 1>;
    return blend<One>(before, from, to, after, frame, ends,
                      [joint](const KeySolve& solve, const One&) -> One {
                          return One(solve.travel.empty() ? 0.0 : solve.travel[joint]);
                      })
        .value();
}

Vec3 blendRootOffset(const OffsetKey& before, const OffsetKey& from, const OffsetKey& to,
                     const OffsetKey& after, double frame, Ends ends)
{
    return blend<Vec3>(before, from, to, after, frame, ends,
                       [](const KeySolve& solve, const Vec3&) { return solve.rootOffset; });
}

}  // namespace posewright

#pragma once

#include "core/ik/solver.h"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

/// The published set of chains and targets that solvers are counted and timed on.
namespace posewright::test {

/// Vigna's splitmix64; `uniform` lies in [0, 1).
class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next()
    {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    double uniform(double from, double to) { return from + (to - from) * uniform(); }

private:
    std::uint64_t state_;
};

/// `count` points, uniform in the volume between two radii.
inline std::vector<Vec3> shellTargets(double from, double to, int count, std::uint64_t seed = 42)
{
    SplitMix64 random(seed);
    std::vector<Vec3> targets;
    for (int i = 0; i < count; ++i) {
        const double a = from * from * from;
        const double r = std::cbrt(a + (to * to * to - a) * random.uniform());
        const double z = 2 * random.uniform() - 1;
        const double phi = 2 * std::numbers::pi * random.uniform();
        const double side = std::sqrt(1 - z * z);
        targets.emplace_back(r * side * std::cos(phi), r * side * std::sin(phi), r * z);
    }
    return targets;
}

/// The points of a chain of equal bones, length 1 in all; bone i points `degrees` * i from x.
inline std::vector<Vec3> arcPoints(int bones = 9, double degrees = 10)
{
    std::vector<Vec3> points{Vec3::Zero()};
    for (int i = 0; i < bones; ++i) {
        const double angle = degrees * i * std::numbers::pi / 180;
        points.push_back(points.back() + Vec3(std::cos(angle), std::sin(angle), 0) / bones);
    }
    return points;
}

/// Owns what a Problem borrows.
struct Rig {
    std::vector<ik::Joint> joints;
    std::vector<Quat> start;
    std::vector<ik::Goal> goals;
    Vec3 basePosition = Vec3::Zero();
    Quat baseRotation = Quat::Identity();
    bool rootMoves = false;

    ik::Problem problem() const
    {
        return {joints, start, basePosition, baseRotation, goals, rootMoves};
    }
    int add(int parent, const Vec3& offset, const Quat& rotation = Quat::Identity())
    {
        ik::Joint joint;
        joint.parent = parent;
        joint.offset = offset;
        joints.push_back(joint);
        start.push_back(rotation);
        return static_cast<int>(joints.size()) - 1;
    }
};

/// A chain through `points` with one goal for its end: every bone lies along x of its joint.
inline Rig rigThrough(const std::vector<Vec3>& points)
{
    Rig rig;
    rig.basePosition = points.front();
    Quat world = Quat::Identity();
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double length = i == 0 ? 0 : (points[i] - points[i - 1]).norm();
        Quat local = Quat::Identity();
        if (i + 1 < points.size()) {
            const Vec3 bone = points[i + 1] - points[i];
            if (bone.norm() > 0)
                local = Quat::FromTwoVectors(Vec3::UnitX(), world.conjugate() * bone);
        }
        rig.add(static_cast<int>(i) - 1, Vec3(length, 0, 0), local);
        world = world * local;
    }
    ik::Goal goal;
    goal.effector = static_cast<int>(points.size()) - 1;
    rig.goals.push_back(goal);
    return rig;
}

}  // namespace posewright::test

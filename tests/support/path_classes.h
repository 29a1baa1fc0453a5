#pragma once

#include "core/math/rotation.h"
#include "tests/support/figures.h"

#include <functional>
#include <utility>
#include <vector>

/// The seven classes of paths over which continuity is measured: docs/evaluation.md.
namespace posewright::test {

constexpr int kPathFrames = 240;
constexpr int kKeyEvery = 24;

/// A way of drawing the target's keys; chain length 1, root at the origin, at rest along +X.
struct PathClass {
    const char* name;
    std::function<Vec3(Random&, const Vec3& before, int key)> next;
};

inline Vec3 turned(Random& random, const Vec3& direction, double most)
{
    return fromRotationVector(random.direction() * random.uniform(0, most)) * direction;
}

inline Vec3 wander(Random& random, const Vec3& before, double turn, double near, double far)
{
    const Vec3 direction = before.norm() > 1e-9 ? Vec3(before.normalized()) : random.direction();
    return turned(random, direction, turn) * random.uniform(near, far);
}

/// Straight passes across x = `offset`, from one side of the chain to the other and back.
inline Vec3 cross(Random& random, int key, double near, double far)
{
    const double side = key % 2 == 0 ? 1 : -1;
    return {random.uniform(near, far), side * random.uniform(0.3, 0.6), random.uniform(-0.3, 0.3)};
}

inline const std::vector<PathClass>& pathClasses()
{
    static const std::vector<PathClass> classes{
        {"middle of the reach",
         [](Random& r, const Vec3& b, int) { return wander(r, b, 1.0, 0.4, 0.8); }},
        {"extension", [](Random& r, const Vec3& b, int) { return wander(r, b, 0.7, 0.9, 1.0); }},
        {"beyond", [](Random& r, const Vec3& b, int) { return wander(r, b, 0.7, 0.9, 1.4); }},
        {"near the root",
         [](Random& r, const Vec3& b, int) { return wander(r, b, 1.0, 0.02, 0.25); }},
        {"crossing in front", [](Random& r, const Vec3&, int k) { return cross(r, k, 0.15, 0.5); }},
        {"crossing behind", [](Random& r, const Vec3&, int k) { return cross(r, k, -0.5, -0.15); }},
        {"wild orbit",
         [](Random& r, const Vec3&, int) { return Vec3(r.direction() * r.uniform(0.3, 0.9)); }},
    };
    return classes;
}

inline std::vector<std::pair<double, Vec3>> pathKeys(const PathClass& path, Random& random)
{
    std::vector<std::pair<double, Vec3>> keys;
    Vec3 at = Vec3::UnitX() * 0.7;
    for (int k = 0; k <= kPathFrames / kKeyEvery; ++k) {
        at = path.next(random, at, k);
        keys.emplace_back(k * kKeyEvery, at);
    }
    return keys;
}

}  // namespace posewright::test

#pragma once

#include "tests/support/ik_sets.h"

#include <cstdint>

/// The workload that other libraries are compared on: bones of length 1 at rest on an arc that
/// bends by 0.1 rad in all, a fixed base, and 1000 targets, uniform in the volume between 0.2 and
/// 0.95 of the reach; met within 1e-3 of the length, in 100 iterations at most.
namespace posewright::bench {

/// Tommy Ettinger's mulberry32.
class Mulberry32 {
public:
    explicit Mulberry32(std::uint32_t seed) : state_(seed) {}
    double uniform()
    {
        state_ += 0x6d2b79f5U;
        std::uint32_t t = (state_ ^ (state_ >> 15)) * (state_ | 1U);
        t ^= t + (t ^ (t >> 7)) * (t | 61U);
        return (t ^ (t >> 14)) / 4294967296.0;
    }

private:
    std::uint32_t state_;
};

struct Workload {
    static constexpr int kTargets = 1000;
    static constexpr double kTolerance = 1e-3;  ///< of the length
    static constexpr int kIterations = 100;

    std::vector<double> lengths;
    double reach = 0;
    std::vector<Vec3> start;  ///< points
    std::vector<Vec3> targets;
    test::Rig rig;

    int bones() const { return static_cast<int>(lengths.size()); }
};

/// Drawn from seed 12345 + bones.
inline Workload workload(const std::vector<double>& lengths)
{
    Workload work;
    work.lengths = lengths;
    const int bones = work.bones();
    work.start.push_back(Vec3::Zero());
    for (int i = 0; i < bones; ++i) {
        const double angle = 0.1 * i / (bones - 1);
        work.start.push_back(work.start.back() +
                             lengths[i] * Vec3(std::cos(angle), std::sin(angle), 0));
        work.reach += lengths[i];
    }
    work.rig = test::rigThrough(work.start);
    Mulberry32 random(12345 + bones);
    constexpr double kFrom = 0.2 * 0.2 * 0.2;
    constexpr double kTo = 0.95 * 0.95 * 0.95;
    for (int i = 0; i < Workload::kTargets; ++i) {
        const double r = work.reach * std::cbrt(kFrom + (kTo - kFrom) * random.uniform());
        const double z = 2 * random.uniform() - 1;
        const double phi = 2 * std::numbers::pi * random.uniform();
        const double side = std::sqrt(1 - z * z);
        work.targets.emplace_back(r * side * std::cos(phi), r * side * std::sin(phi), r * z);
    }
    return work;
}

inline Workload equalBones(int bones)
{
    return workload(std::vector<double>(bones, 1.0));
}

}  // namespace posewright::bench

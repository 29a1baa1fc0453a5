#pragma once

#include "core/ik/limits/limit_angles.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"

#include <array>

/// Rigs with joint limits, and targets that they reach because forward kinematics made them.
namespace posewright::test {

inline constexpr double kDegree = std::numbers::pi / 180;

/// The arm of seven hinges of the reference vectors; its end is joint 7. Starts in the middle of
/// its ranges.
struct Arm7 {
    static constexpr std::array<int, 7> kAxes{0, 1, 2, 1, 2, 0, 1};
    static constexpr std::array<double, 7> kOffsets{0, 0, -0.3, -0.27, 0, 0, -0.08};
    static constexpr std::array<Range, 7> kDegrees{
        {{-120, 60}, {-170, 60}, {-90, 90}, {-145, 0}, {-85, 85}, {-35, 25}, {-70, 80}}};
    Rig rig;

    Arm7()
    {
        for (int i = 0; i < 8; ++i) {
            const Vec3 offset(0, 0, i > 0 ? kOffsets[i - 1] : 0);
            const double middle = i < 7 ? (range(i).min + range(i).max) / 2 : 0;
            rig.add(i - 1, offset, i < 7 ? turn(i, middle) : Quat::Identity());
            rig.joints[i].limit = FixedLimit{};
            if (i < 7) rig.joints[i].limit = HingeLimit{Vec3::Unit(kAxes[i]), range(i)};
        }
        rig.goals.emplace_back();
        rig.goals[0].effector = 7;
    }
    static Range range(int i) { return {kDegrees[i].min * kDegree, kDegrees[i].max * kDegree}; }
    static Quat turn(int i, double angle)
    {
        return fromRotationVector(angle * Vec3::Unit(kAxes[i]));
    }

    /// Puts the goal where the end is at these rotations.
    void aimAt(const std::vector<Quat>& rotations)
    {
        std::vector<Vec3> positions;
        std::vector<Quat> worlds;
        ik::forwardKinematics(rig.problem(), rotations, Vec3::Zero(), positions, worlds);
        rig.goals[0].position = positions[7];
        rig.goals[0].orientation = worlds[7];
    }
    void aimAtAny(SplitMix64& random)
    {
        std::vector<Quat> rotations(8, Quat::Identity());
        for (int i = 0; i < 7; ++i)
            rotations[i] = turn(i, random.uniform(range(i).min, range(i).max));
        aimAt(rotations);
    }
};

/// A straight chain of 9 bones whose joints have random cones of up to `degrees`, with a twist of
/// 30 degrees, and a target that it reaches.
inline Rig coneRig(double degrees, SplitMix64& random)
{
    Rig rig = rigThrough(arcPoints(9, 0));
    std::vector<Quat> rotations = rig.start;
    for (int i = 0; i < 9; ++i) {
        ConeLimit cone{Vec3::UnitX(), Vec3::UnitY(), {}, {-30 * kDegree, 30 * kDegree}};
        for (double& angle : cone.angles) angle = degrees * kDegree * random.uniform(0.5, 1);
        rig.joints[i].limit = cone;
        ik::Angles angles{};
        const auto range = ik::bounds(cone);
        for (int k = 0; k < 3; ++k) angles[k] = random.uniform(range[k].min, range[k].max);
        ik::clampAngles(cone, angles);
        rotations[i] = ik::rotationOf(cone, angles);
    }
    std::vector<Vec3> positions;
    std::vector<Quat> worlds;
    ik::forwardKinematics(rig.problem(), rotations, Vec3::Zero(), positions, worlds);
    rig.goals[0].position = positions[9];
    return rig;
}

}  // namespace posewright::test

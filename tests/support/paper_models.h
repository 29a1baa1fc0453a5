#pragma once

#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"

/// Models of figure 8 of Aristidou & Lasenby, FABRIK, 2011, each a little bent.
namespace posewright::test {

inline constexpr double kYArm = 0.3;  ///< length of one arm of the Y [m]

inline void addGoal(Rig& rig, int effector)
{
    ik::Goal goal;
    goal.effector = effector;
    rig.goals.push_back(goal);
}

/// The Y: ten joints, a stem of four bones and two arms of three. A joint of no offset at each
/// arm's root lets the arms part. Total reach 0.7.
inline Rig yModel()
{
    Rig rig;
    const auto bend = fromRotationVector(Vec3(0.05, 0, 0.1));
    int top = rig.add(-1, Vec3::Zero(), bend);
    for (int i = 0; i < 4; ++i) top = rig.add(top, Vec3(0, 0.1, 0), bend);
    for (double side : {-1.0, 1.0}) {
        int joint = rig.add(top, Vec3::Zero(), fromRotationVector(Vec3(0, 0, side * 0.6)));
        for (int i = 0; i < 3; ++i)
            joint = rig.add(joint, Vec3(0, kYArm / 3, 0),
                            fromRotationVector(Vec3(0.1, 0, side * 0.15)));
        addGoal(rig, joint);
    }
    return rig;
}

/// The hand: 26 joints, a wrist and five fingers of four bones and a tip each, with five effectors.
/// The wrist turns.
inline Rig handModel()
{
    Rig rig;
    const int wrist = rig.add(-1, Vec3::Zero(), fromRotationVector(Vec3(0.1, 0, 0.05)));
    for (int finger = 0; finger < 5; ++finger) {
        const double fan = 0.25 * (finger - 2);
        int joint = rig.add(wrist, Vec3(0.01 * (finger - 2), 0.02, 0),
                            fromRotationVector(Vec3(0, 0, -fan)));
        for (const double length : {0.06, 0.04, 0.03, 0.02})
            joint = rig.add(joint, Vec3(0, length, 0), fromRotationVector(Vec3(0.2, 0, 0)));
        addGoal(rig, joint);
    }
    return rig;
}

/// Sets the goals to where a random pose has the effectors: every joint turned by up to `most`
/// [rad] about each axis from the start.
inline void aimAtPose(Rig& rig, SplitMix64& random, double most)
{
    std::vector<Quat> pose = rig.start;
    for (Quat& q : pose) {
        const double x = random.uniform(-most, most);
        const double y = random.uniform(-most, most);
        q = q * fromRotationVector(Vec3(x, y, random.uniform(-most, most)));
    }
    std::vector<Vec3> at;
    std::vector<Quat> world;
    ik::forwardKinematics(rig.problem(), pose, rig.basePosition + rig.joints[0].offset, at, world);
    for (ik::Goal& goal : rig.goals) goal.position = at[goal.effector];
}

}  // namespace posewright::test

#pragma once

#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"

#include <array>

namespace posewright::test {

/// A figure of 19 joints, 1.8 m tall in all, with goals for pelvis, head, hands and feet. Elbows
/// and knees are a little bent.
struct Humanoid {
    Rig rig;
    int pelvis = 0, head = 0;
    std::array<int, 2> hand{}, foot{};
};

inline Humanoid humanoid()
{
    Humanoid h;
    Rig& rig = h.rig;
    h.pelvis = rig.add(-1, Vec3(0, 1, 0));
    const int spine = rig.add(h.pelvis, Vec3(0, 0.1, 0), fromRotationVector(Vec3(0.05, 0, 0)));
    const int chest = rig.add(spine, Vec3(0, 0.2, 0), fromRotationVector(Vec3(-0.05, 0, 0)));
    const int neck = rig.add(chest, Vec3(0, 0.22, 0), fromRotationVector(Vec3(0.05, 0, 0)));
    h.head = rig.add(neck, Vec3(0, 0.1, 0));
    for (int side = 0; side < 2; ++side) {
        const double s = side == 0 ? 1 : -1;
        const int clavicle = rig.add(chest, Vec3(0.03 * s, 0.18, 0));
        const int upper = rig.add(clavicle, Vec3(0.15 * s, 0, 0));
        const int fore =
            rig.add(upper, Vec3(0.3 * s, 0, 0), fromRotationVector(Vec3(0, -0.3 * s, 0)));
        h.hand[side] = rig.add(fore, Vec3(0.26 * s, 0, 0));
    }
    for (int side = 0; side < 2; ++side) {
        const double s = side == 0 ? 1 : -1;
        const int thigh =
            rig.add(h.pelvis, Vec3(0.1 * s, -0.06, 0), fromRotationVector(Vec3(-0.2, 0, 0)));
        const int shin = rig.add(thigh, Vec3(0, -0.43, 0), fromRotationVector(Vec3(0.4, 0, 0)));
        h.foot[side] = rig.add(shin, Vec3(0, -0.42, 0));
    }
    rig.rootMoves = true;
    for (int effector : {h.pelvis, h.head, h.hand[0], h.hand[1], h.foot[0], h.foot[1]}) {
        ik::Goal goal;
        goal.effector = effector;
        rig.goals.push_back(goal);
    }
    return h;
}

/// Sets the goals to where a random pose has the effectors: every joint turned by up to `most`
/// [rad] from the start, the pelvis by half of it and moved by up to 0.3 m.
inline void poseGoals(Humanoid& h, SplitMix64& random, double most)
{
    const auto vector = [&](double size) {
        return Vec3(random.uniform(-size, size), random.uniform(-size, size),
                    random.uniform(-size, size));
    };
    std::vector<Quat> pose = h.rig.start;
    for (std::size_t j = 0; j < pose.size(); ++j)
        pose[j] = (pose[j] * fromRotationVector(vector(j == 0 ? most / 2 : most))).normalized();
    std::vector<Vec3> at;
    std::vector<Quat> world;
    ik::forwardKinematics(h.rig.problem(), pose, h.rig.joints[0].offset + vector(0.3), at, world);
    for (ik::Goal& goal : h.rig.goals) goal.position = at[goal.effector];
}

}  // namespace posewright::test

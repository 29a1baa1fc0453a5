#pragma once

#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/paper_models.h"
#include "tests/support/solver_ids.h"

#include <QTest>

#include <algorithm>

/// Figures with several goals.
namespace posewright::test::several {

inline constexpr double kArm = test::kYArm;

inline Rig yShape()
{
    return test::yModel();
}

/// A body of three bones with two arms and two legs that hang in it rigidly.
inline Rig figure()
{
    Rig rig;
    const int hips = rig.add(-1, Vec3(0, 1, 0));
    int chest = hips;
    for (int i = 0; i < 3; ++i)
        chest = rig.add(chest, Vec3(0, 0.17, 0), fromRotationVector(Vec3(0.05, 0, 0)));
    for (double side : {-1.0, 1.0}) {
        const int shoulder = rig.add(chest, Vec3(side * 0.18, 0.1, 0));
        const int elbow =
            rig.add(shoulder, Vec3(side * 0.28, 0, 0), fromRotationVector(Vec3(0, side * -0.4, 0)));
        const int hand = rig.add(elbow, Vec3(side * 0.26, 0, 0));
        const int thigh = rig.add(hips, Vec3(side * 0.1, -0.05, 0));
        const int knee = rig.add(thigh, Vec3(0, -0.43, 0.01), fromRotationVector(Vec3(0.1, 0, 0)));
        const int foot = rig.add(knee, Vec3(0, -0.42, 0));
        for (int effector : {hand, foot}) {
            ik::Goal goal;
            goal.effector = effector;
            rig.goals.push_back(goal);
        }
    }
    return rig;
}

inline std::vector<Vec3> placed(const Rig& rig, const ik::Solution& solution)
{
    std::vector<Vec3> at;
    std::vector<Quat> world;
    ik::forwardKinematics(rig.problem(), solution.rotations, solution.rootPosition, at, world);
    return at;
}

inline ik::Solution stretchedStart(const Rig& rig)
{
    ik::Solution start;
    start.rotations = rig.start;
    start.rootPosition = rig.basePosition + rig.baseRotation * rig.joints[0].offset;
    return start;
}

/// Sets the goals to where a random pose near the start has the effectors.
inline void aimAtRandomPose(Rig& rig, std::uint64_t seed, double angle)
{
    test::SplitMix64 random(seed);
    ik::Solution pose = stretchedStart(rig);
    for (Quat& q : pose.rotations)
        q = q *
            fromRotationVector(
                Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)) * angle);
    const auto at = placed(rig, pose);
    for (auto& goal : rig.goals) goal.position = at[goal.effector];
}

inline double farthestTurn(std::span<const Quat> a, std::span<const Quat> b)
{
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, angleBetween(a[i], b[i]));
    return most;
}

inline double cost(const Rig& rig, const ik::Solution& solution)
{
    double sum = 0;
    for (std::size_t i = 0; i < rig.goals.size(); ++i)
        sum += rig.goals[i].weight * std::pow(solution.report.goals[i].positionError, 2);
    return sum;
}

/// Solvers that evaluation chooses by itself: they end at a point of rest, in few iterations.
inline bool isForEvaluation(const QString& id)
{
    return id == "gauss-newton" || id == "fabrik" || id == "lm";
}

/// Methods of first order creep: they are asked for less, and given the time.
inline bool creeps(const QString& id)
{
    return id == "fabrik-textbook" || id == "jacobian-transpose";
}

}  // namespace posewright::test::several

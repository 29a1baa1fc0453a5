#pragma once

#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/honest.h"
#include "tests/support/ik_sets.h"
#include "tests/support/limit_measure.h"

#include <array>
#include <numbers>
#include <string_view>

namespace posewright::test {

/// An arm of seven hinges with bounds, and a tip; the start is the middle of the bounds.
struct BoundedArm {
    Rig rig;
    std::array<Range, 7> bounds;
    std::array<Vec3, 7> axes;
};

inline BoundedArm boundedArm()
{
    constexpr double degree = std::numbers::pi / 180;
    constexpr std::array<int, 7> axis{0, 1, 2, 1, 2, 0, 1};
    constexpr std::array<double, 7> along{0, 0, -0.3, -0.27, 0, 0, -0.08};
    constexpr std::array<double, 7> low{-120, -170, -90, -145, -85, -35, -70};
    constexpr std::array<double, 7> high{60, 60, 90, 0, 85, 25, 80};
    BoundedArm arm;
    for (int i = 0; i < 7; ++i) {
        arm.axes[i] = Vec3::Unit(axis[i]);
        arm.bounds[i] = {low[i] * degree, high[i] * degree};
        const double middle = (arm.bounds[i].min + arm.bounds[i].max) / 2;
        arm.rig.add(i - 1, Vec3(0, 0, i == 0 ? 0 : along[i - 1]),
                    fromRotationVector(middle * arm.axes[i]));
        arm.rig.joints[i].limit = HingeLimit{arm.axes[i], arm.bounds[i]};
    }
    const int tip = arm.rig.add(6, Vec3(0, 0, along[6]));
    arm.rig.joints[tip].limit = FixedLimit{};
    ik::Goal goal;
    goal.effector = tip;
    arm.rig.goals.push_back(goal);
    return arm;
}

/// Sets the goal to where random angles inside the bounds have the tip, and its orientation too if
/// `whole`.
inline void poseGoal(BoundedArm& arm, SplitMix64& random, bool whole)
{
    std::vector<Quat> pose = arm.rig.start;
    for (int i = 0; i < 7; ++i)
        pose[i] =
            fromRotationVector(random.uniform(arm.bounds[i].min, arm.bounds[i].max) * arm.axes[i]);
    std::vector<Vec3> at;
    std::vector<Quat> world;
    ik::forwardKinematics(arm.rig.problem(), pose, Vec3::Zero(), at, world);
    arm.rig.goals[0].position = at.back();
    arm.rig.goals[0].orientation.reset();
    if (whole) arm.rig.goals[0].orientation = world.back();
}

/// To 1e-5 m and 1e-5 rad, in at most 500 iterations.
inline ik::Settings boundedArmSettings(const BoundedArm& arm)
{
    ik::Settings settings;
    settings.tolerance = 1e-5 / ik::reach(arm.rig.problem(), arm.rig.goals[0]);
    settings.orientationTolerance = 1e-5;
    settings.maxIterations = 500;
    return settings;
}

/// How a solver fared with goals of the arm.
struct ArmCount {
    int met = 0;      ///< as an outsider measures it, too
    int outside = 0;  ///< answers more than 1e-9 rad beyond a bound
};

/// `count` goals of poses inside the bounds, each from the start, to 1e-5 m and 1e-5 rad in at most
/// 500 iterations.
inline ArmCount countOnBoundedArm(std::string_view id, bool whole, int count)
{
    BoundedArm arm = boundedArm();
    const ik::Settings settings = boundedArmSettings(arm);
    ik::Workspace workspace;
    ik::Solution solution;
    SplitMix64 random(42);
    ArmCount out;
    for (int i = 0; i < count; ++i) {
        poseGoal(arm, random, whole);
        const ik::Problem problem = arm.rig.problem();
        ik::solve(*ik::findSolver(id), problem, settings, workspace, solution);
        out.met +=
            isHonest(problem, solution, settings) && solution.report.status == ik::Status::Reached;
        out.outside += !(violationOf(problem.joints, solution.rotations) <= 1e-9);
    }
    return out;
}

}  // namespace posewright::test

#pragma once

#include "core/ik/solver.h"

#include <span>
#include <vector>

/// Moves the trunk of a figure as little as possible so that its limbs reach. Internal to
/// this folder.
namespace posewright::operate {

/// The joints from the top of a figure down to where its limbs begin, parents first.
struct Trunk {
    std::vector<ik::Joint> joints;
    std::vector<Quat> start;           ///< local rotations, inside the limits of the joints
    std::vector<double> give;          ///< per joint: compliance; 1 is that of a spine's joint
    Vec3 basePosition = Vec3::Zero();  ///< frame of joint 0's parent, world [m]
    Quat baseRotation = Quat::Identity();
    double size = 1;  ///< [m] move that costs as much as turning a joint by 1 rad
};

/// A distance constraint on a point of the trunk.
struct Tether {
    int joint = 0;              ///< row of Trunk::joints
    Vec3 point = Vec3::Zero();  ///< in that joint's frame [m]
    Vec3 place = Vec3::Zero();  ///< world [m]
    double length = 0;          ///< largest distance of the point from `place` [m]; 0: fixed there
    double least = 0;           ///< smallest distance [m], for limbs that cannot fold farther
    bool yields = false;        ///< gives way to tethers that do not yield
};

/// Masses whose centre is kept above where the figure stands.
struct Balance {
    struct Mass {
        int joint = -1;             ///< row of Trunk::joints; -1: it does not move
        Vec3 point = Vec3::Zero();  ///< in that joint's frame, or world [m]
        double mass = 0;
    };
    std::vector<Mass> masses;
    std::vector<Vec3> support;  ///< world [m]; the figure stands on the ground between these points
    double within = 0;          ///< how far the centre may be outside [m]
};

/// The horizontal distance of the centre of mass from the lines between points of support. [m]
double offBalance(const Vec3& middle, std::span<const Vec3> support);

struct TrunkPose {
    std::vector<Quat> rotations;  ///< local, one per joint
    Vec3 by = Vec3::Zero();       ///< how far joint 0 moved, world [m]
};

/// The pose nearest to the start, weighted by compliance, that satisfies the tethers, yielding ones
/// last: Levenberg-Marquardt with penalties (Nocedal & Wright, Numerical optimization, 2006,
/// sections 10.3, 17.1). Takes about 1 ms.
/// @param balance  null: balance is ignored
TrunkPose pulled(const Trunk& trunk, std::span<const Tether> tethers, const Balance* balance);

}  // namespace posewright::operate

#pragma once

#include "core/ik/solver.h"

#include <span>
#include <vector>

/// The trunk of a figure that gives so that its limbs reach, as light a change as can be. Not for
/// use outside core/operate.
namespace posewright::operate {

/// The joints from the top of a figure down to where its limbs begin, parents first.
struct Trunk {
    std::vector<ik::Joint> joints;
    std::vector<Quat> start;   ///< local rotations, inside the limits of the joints
    std::vector<double> give;  ///< per joint: how willingly it turns; 1 is that of a spine's joint
    Vec3 basePosition = Vec3::Zero();  ///< frame that joint 0 hangs in, world [m]
    Quat baseRotation = Quat::Identity();
    double size = 1;  ///< [m] by which it moves as willingly as a joint turns by 1 rad
};

/// A point of the trunk that is held.
struct Rope {
    int joint = 0;              ///< row of Trunk::joints
    Vec3 point = Vec3::Zero();  ///< in that joint's frame [m]
    Vec3 place = Vec3::Zero();  ///< world [m]
    double length = 0;          ///< [m] that the point may be away from the place; 0: it lies there
    double least = 0;           ///< [m] that it has to be away, of limbs that fold no farther
    bool yields = false;        ///< to those that do not
};

/// Masses that stand on the ground. The middle of all is kept near to where they stand.
struct Balance {
    struct Mass {
        int joint = -1;             ///< row of Trunk::joints; -1: it does not move
        Vec3 point = Vec3::Zero();  ///< in that joint's frame, or world [m]
        double mass = 0;
    };
    std::vector<Mass> masses;
    std::vector<Vec3> support;  ///< world; on the ground between them it stands [m]
    double within = 0;          ///< [m] that the middle may lie outside
};

/// How far the middle of the masses lies from the lines between points of support, seen from above.
/// [m]
double offBalance(const Vec3& middle, std::span<const Vec3> support);

struct TrunkPose {
    std::vector<Quat> rotations;  ///< local, one per joint
    Vec3 by = Vec3::Zero();       ///< how far joint 0 moved, world [m]
};

/// The pose nearest to the start, by what each joint gives, that stretches no rope, and yields
/// where others hold: Levenberg-Marquardt on both as penalties (Nocedal & Wright, Numerical
/// optimization, 2006, sections 10.3, 17.1). [about 1 ms]
/// @param balance  null: it may fall
TrunkPose pulled(const Trunk& trunk, std::span<const Rope> ropes, const Balance* balance);

}  // namespace posewright::operate

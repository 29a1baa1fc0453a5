#pragma once

#include "core/ik/model/chain.h"
#include "core/math/hamilton.h"

namespace posewright::ik {

/// A chain of two bones whose lengths are far enough from 0 for the law of cosines.
bool isTwoBones(const Problem&, const Goal&);

/// The start of two bones, read once for any number of goals.
struct TwoBones {
    Vec3 upper = Vec3::UnitX();  ///< direction of the first bone in its joint, unit
    Vec3 lower = Vec3::UnitX();  ///< of the second
    double a = 1;                ///< length of the first [m]
    double b = 1;                ///< of the second [m]
    double perA = 1;             ///< 1 / a, 1 / b and 1 / (a + b) [1/m]
    double perB = 1;
    double perReach = 0.5;
    Hamilton parent;            ///< world rotation of the first joint's parent
    Hamilton root;              ///< world rotation of the first joint
    Hamilton middle;            ///< local rotation of the second
    Vec3 chord = Vec3::Zero();  ///< from the root to the end, world [m]
    double span = 0;            ///< its length [m]
    Vec3 knee = Vec3::Zero();   ///< difference of the bones' directions, world
};
/// @pre the chain has two bones and its directions are those of `start`
TwoBones readTwoBones(const Problem&, const Chain&, std::span<const Quat> start);

/// Local rotations, unit.
struct TwoBoneTurns {
    Hamilton root;
    Hamilton middle;
};

/// swingTowards(), bendTwoBones() and writeRotations() in one step, for the common case. False, and
/// nothing done, in rare cases: bones of very different lengths, a goal at the root, beyond the
/// reach or opposite to the chain, a knee on the line. The goal is relative to the root [m],
/// `slack` as below.
bool turnTwoBones(const TwoBones&, const Vec3& goal, double slack, TwoBoneTurns&);

/// Directions of two bones that end at distance `goal.norm()` along `goal` (relative to the root
/// [m]), by the law of cosines (Kahan, Miscalculating area and angles of a needle-like triangle);
/// the knee stays on its side of the line, or, for a straight chain, goes to the preferred side.
/// `slack` [m] > 0 keeps the chain that much short of its full fold, so that it never loses its
/// bend plane. Beyond the reach the bones lie along the goal. Returns whether the preferred side
/// was needed.
/// @pre both bones have a length
bool bendTwoBones(const Problem&, Chain&, const Vec3& goal, const std::optional<Vec3>& pole,
                  double slack);

}  // namespace posewright::ik

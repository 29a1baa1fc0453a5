#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// One goal's joints as a chain of bones between points. Bone i runs from joints[i] to joints[i+1]
/// and turns with joints[i]. Positions are relative to the chain's root, axes are the world's.
struct Chain {
    std::vector<JointIndex> joints;  ///< bones + 1, from the goal's root to its effector
    /// Of bone i [m]. This and the directions are padded to an even number by a bone of no length
    /// along x, so that loops may take two bones at a time.
    std::vector<double> length;
    std::vector<double> x, y, z;     ///< unit direction of bone i, world; solvers change these
    Vec3 origin = Vec3::Zero();      ///< world position of the root joint [m]
    Quat parent = Quat::Identity();  ///< world rotation of the frame that the root joint hangs in
    Quat root = Quat::Identity();    ///< world rotation of the root joint before bones turn singly
    double reach = 0;                ///< sum of the lengths [m]
    double longest = 0;              ///< [m]
    std::vector<JointIndex> path;    ///< scratch: the joints above

    int bones() const { return static_cast<int>(joints.size()) - 1; }
    std::span<const double> lengths() const { return {length.data(), joints.size() - 1}; }
    Vec3 direction(int i) const { return {x[i], y[i], z[i]}; }
    void setDirection(int i, const Vec3& u)
    {
        x[i] = u.x();
        y[i] = u.y();
        z[i] = u.z();
    }
    /// From the root to the end of the last bone [m].
    Vec3 chord() const;
    /// Turns all bones about the root, as one rigid body.
    void turn(const Quat& by);
    /// Sum over the inner joints of their offset from the line root-end, with each joint compared
    /// to the point of that line at its own share of the chain: where the chain bends to. [m]
    Vec3 bend() const;
};

/// Fills `chain` from the pose `rotations`; without `slides` no joint has travelled. A bone of no
/// length gets a direction that nobody uses.
void extractChain(const Problem&, std::span<const Quat> rotations, const Vec3& rootPosition,
                  const Goal&, Chain& chain, std::span<const double> slides = {});

/// The bones as points, from the root at the origin, and back.
void toPoints(const Chain&, std::vector<Vec3>& points);
void toDirections(std::span<const Vec3> points, Chain&);

/// Local rotations of the chain's joints for its directions: those of `start`, carried along by
/// chain.root and by the joints above, then turned by the least arc that brings each bone into its
/// direction. So a bone never rolls without reason. Writes only the chain's joints, and of them
/// not the effector, unless the goal asks for its orientation.
void writeRotations(const Problem&, const Goal&, const Chain&, std::span<const Quat> start,
                    std::span<Quat> rotations);

}  // namespace posewright::ik

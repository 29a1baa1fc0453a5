#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// One goal's joints as a chain of bones between points. Bone i runs from joints[i] to joints[i+1]
/// and turns with joints[i]. Positions are relative to the chain's root, axes are the world's.
struct Chain {
    std::vector<JointIndex> joints;  ///< bones + 1, from the goal's root to its effector
    /// Of bone i [m]. Lengths and directions are padded to an even number by a bone of zero length
    /// along x, so that loops can process two bones at a time.
    std::vector<double> length;
    std::vector<double> x, y, z;     ///< unit direction of bone i, world; solvers change these
    Vec3 origin = Vec3::Zero();      ///< world position of the root joint [m]
    Quat parent = Quat::Identity();  ///< world rotation of the root joint's parent
    Quat root = Quat::Identity();    ///< world rotation of the root joint before bones are turned
                                     ///< individually
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
    /// The direction of the chain's bend: the sum over inner joints of their offset from the point
    /// on the line root-end at the same share of the chain's length. [m]
    Vec3 bend() const;
};

/// Fills `chain` from the pose `rotations`; without `slides` all travels are 0. A bone of zero
/// length gets an arbitrary, unused direction.
void extractChain(const Problem&, std::span<const Quat> rotations, const Vec3& rootPosition,
                  const Goal&, Chain& chain, std::span<const double> slides = {});

/// Converts bones to points, with the root at the origin, and back.
void toPoints(const Chain&, std::vector<Vec3>& points);
void toDirections(std::span<const Vec3> points, Chain&);

/// Computes local rotations of the chain's joints from its directions: those of `start`, carried
/// along by chain.root and the joints above, then turned by the least arc onto each bone's
/// direction, which avoids needless roll. Writes only the chain's joints; the effector only if the
/// goal asks for its orientation.
void writeRotations(const Problem&, const Goal&, const Chain&, std::span<const Quat> start,
                    std::span<Quat> rotations);

}  // namespace posewright::ik

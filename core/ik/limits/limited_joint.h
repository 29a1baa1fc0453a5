#pragma once

#include "core/ik/limits/limit_angles.h"
#include "core/ik/solver.h"

namespace posewright::ik {

/// One joint of a LimitedTree with its limit, prepared for many steps: if free, its freedom is
/// three small turns, otherwise the numbers of limit_angles.h.
struct LimitedJoint {
    enum class Kind { Carrier, Free, Hinge, Cone, Box, Slide, Other };
    JointIndex joint = -1;
    int parent = -1;   ///< row of the joint above; -1: the top
    int child = -1;    ///< first row of those below; -1: none
    int sibling = -1;  ///< the next row below the same one
    /// A carrier has no numbers; a slide has a travel [m]; Other is any other turning kind,
    /// computed through `limit` each time.
    Kind kind = Kind::Carrier;
    const Limit* limit = nullptr;  ///< of a joint of kind Other; must outlive this
    Vec3 offset = Vec3::Zero();    ///< as Joint::offset; of the top in the world
    Quat rest = Quat::Identity();
    Mat3 frame = Mat3::Identity();    ///< cone: its frame; hinge and slide: the axis is column 0
    std::array<Range, 3> range{};     ///< of its numbers
    std::array<double, 4> opening{};  ///< cone
    std::array<double, 4> narrow{};   ///< cone: 1 / opening
    std::array<int, 3> order{};       ///< box
    int first = 0;                    ///< of its numbers
    int count = 0;
    Vec3 position = Vec3::Zero();       ///< world [m]
    Quat restWorld = Quat::Identity();  ///< world rotation of the rest frame
    Quat world = Quat::Identity();      ///< world rotation

    bool turns() const { return kind != Kind::Carrier && kind != Kind::Slide; }
    bool bounded() const { return kind != Kind::Carrier && kind != Kind::Free; }
};

/// What changes from step to step.
struct LimitedState {
    Quat q = Quat::Identity();  ///< from rest
    double sine = 0;            ///< cone: of half the tilt
    double cosine = 1;
    Angles angles{};  ///< unless the joint is free
};

/// Sets kind and limit data of a joint.
void setLimit(const Limit&, LimitedJoint&);

/// A quick sufficient test that `q` (unit) is inside, without computing angles. False: unknown.
bool plainlyInside(const LimitedJoint&, const Quat& q);

/// Moves the numbers to the nearest allowed ones; false if they are allowed already.
bool clampNumbers(const LimitedJoint&, Angles&);

/// Sets the state to the allowed rotation nearest to `q`, as `clamp` of limits.h. Returns false,
/// and keeps the bits of `q`, if it is allowed.
bool readRotation(const LimitedJoint&, const Limit&, const Quat& q, double travel, LimitedState&);

/// Sets the state of a bounded joint to these numbers, clamped.
void setNumbers(const LimitedJoint&, const Angles&, LimitedState&);

/// World axes about which its numbers turn it, or along which they slide it. Returns how many.
int axesOf(const LimitedJoint&, const LimitedState&, Mat3& axes);

}  // namespace posewright::ik

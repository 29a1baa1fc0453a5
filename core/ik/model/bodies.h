#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// The joints that a group of goals may turn, as a tree of rigid bodies. Joints between two of them
/// that do not turn are part of the upper body. The unknowns are the bodies' rotations in the
/// world: each moves an effector by its own lever only, so an effector's position is a sum over its
/// bodies, with no product of rotations in it.
struct Body {
    JointIndex joint = -1;
    int parent = -1;             ///< row of the body above; -1: fixed to what does not turn
    Vec3 offset = Vec3::Zero();  ///< origin in the parent body, or in the world if there is none
    Quat attach = Quat::Identity();  ///< frame of the joint's parent, in the same space as `offset`
    Quat rotation = Quat::Identity();  ///< world
    Vec3 position = Vec3::Zero();      ///< world [m]
    bool pinned = false;  ///< an effector with an orientation of its own: it does not turn
    int pulls = 0;        ///< number of pulls with this body on their path
};

/// A goal that pulls at bodies.
struct Pull {
    int goal = -1;                 ///< row of Problem::goals
    int body = -1;                 ///< body that carries the effector; -1: none, it does not turn
    Vec3 offset = Vec3::Zero();    ///< effector in that body, or in the world
    double weight = 1;             ///< relative to the heaviest of the group
    double reach = 0;              ///< [m]
    int rootBody = -1;             ///< of the goal's root; -1 if the chain has no bone
    Vec3 position = Vec3::Zero();  ///< of the effector [m]
    Vec3 target = Vec3::Zero();    ///< after easing [m]
    int pathBegin = 0;             ///< into Bodies::levers, effector first
    int pathEnd = 0;
    int ownEnd = 0;  ///< levers up to here belong to joints that the goal may turn

    Vec3 error() const { return target - position; }
};

/// How one body moves one effector: `arm` runs from the body's origin to the next one on the path.
struct Lever {
    int body = -1;
    int pull = -1;
    Vec3 arm = Vec3::Zero();  ///< world [m]
};

struct Bodies {
    std::vector<Body> list;  ///< parents first
    std::vector<Pull> pulls;
    std::vector<Lever> levers;
    bool slides = false;          ///< the root may translate
    Vec3 slide = Vec3::Zero();    ///< how far it has [m]
    double size = 0;              ///< longest reach, or 1 if there is none [m]
    std::vector<int> nearest;     ///< scratch: per joint, the body that it is part of, or -1
    std::vector<Vec3> positions;  ///< scratch: per joint
    std::vector<Quat> rotations;  ///< scratch: per joint

    /// Computes positions, levers and eased targets from the bodies' rotations and the slide.
    void place(const Problem&);
    /// Sum of weight times squared error [m^2].
    double cost() const;
    /// Turns a body, about its own origin.
    void turn(int body, const Vec3& by);
};

void extractBodies(const Problem&, std::span<const int> group, const Solution& pose, Bodies&);

/// Writes the bodies' local rotations. A body whose levers are all parallel may roll freely; it
/// gets the roll of the start, carried along and turned by the least arc.
void writeRotations(const Problem&, Bodies&, Solution&);

/// Turns the part of each pull's chain that no other pull moves about the line between its ends, so
/// that it bends towards the goal's pole.
void turnToPoles(const Problem&, Bodies&);

/// As for a Chain: slightly bends chains that are straight and have to become shorter. Returns
/// whether one was straight within 1e-6 rad.
bool unlock(const Problem&, Bodies&);

}  // namespace posewright::ik

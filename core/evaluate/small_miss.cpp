#include "core/evaluate/small_miss.h"

namespace posewright {

namespace {

/// From the space of a node to the world, in the rest pose, without the translation.
Mat3 restLinear(const Scene& scene, NodeIndex row)
{
    Mat3 out = Mat3::Identity();
    for (; row != kNoNode; row = scene[row].parent) {
        const Transform& rest = scene[row].rest;
        out = rest.rotation.toRotationMatrix() * rest.scale.asDiagonal() * out;
    }
    return out;
}

/// World length of the chain in the rest pose, from root to effector. [m]
double chainLength(const Scene& scene, const Constraint& constraint)
{
    double length = 0;
    NodeIndex row = scene.find(constraint.effector);
    while (row != kNoNode && scene[row].id != constraint.root) {
        const NodeIndex parent = scene[row].parent;
        length += (restLinear(scene, parent) * scene[row].rest.translation).norm();
        row = parent;
    }
    return length;
}

}  // namespace

bool isNearlyMet(const Document& doc, const TargetStatus& status)
{
    const Constraint* constraint = findConstraint(*doc.rig, status.constraint);
    if (!constraint || !(status.orientationError < kSmallTurn)) return false;
    return constraint->turnOnly() ||
           status.positionError < kSmallMiss * chainLength(*doc.scene, *constraint);
}

bool isSmallMiss(const Document& doc, const TargetStatus& status)
{
    switch (status.status) {
    case ik::Status::Limited:
    case ik::Status::Unreachable:
    case ik::Status::Conflict: return isNearlyMet(doc, status);
    default: return false;
    }
}

}  // namespace posewright

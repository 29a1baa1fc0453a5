#include "core/evaluate/chain_length.h"

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

}  // namespace

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

}  // namespace posewright

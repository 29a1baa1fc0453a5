#pragma once

#include "core/evaluate/evaluate.h"
#include "core/operate/limbs.h"

namespace posewright::operate {

/// The limb beside whose end a new box is put.
struct LimbBeside : Limb {
    bool reaches = false;  ///< it is an arm, or has a target: the box is to be within its reach
};

/// The limb that is meant by a bone, by a mesh on a bone, or by a target or pole: for a bone of an
/// arm, that arm with its hand. Nullopt: another node, or None.
std::optional<LimbBeside> limbBeside(const Document& doc, NodeId node);

/// Where to put the base of a new box within a hand's reach: in front of the end of the given limb,
/// which reaches the middle of its top, and of the body, if that end has swung behind it; without
/// one, in front of the first figure. Never at the place of another prop, and not below the ground
/// unless that end is.
/// @param beside     None, or any node; see limbBeside
/// @param side       of the box [m]
/// @param figure     size of the figure [m]
/// @param otherwise  where there is no bone [m] world
/// @pre shown is of doc
Vec3 boxPlace(const Document& doc, const Evaluation& shown, NodeId beside, double side,
              double figure, const Vec3& otherwise);

}  // namespace posewright::operate

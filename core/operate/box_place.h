#pragma once

#include "core/evaluate/evaluate.h"

namespace posewright::operate {

/// Where the middle of the base of a new box belongs, so that a hand can touch it: before the bone,
/// or what the target pulls at, that is given; else before the middle of the first figure, a little
/// less than an arm's length away, at the height of its chest. It is never put into another prop's
/// place, nor does it reach below the ground where what it is put before does not.
/// @param beside     None, or any node; one that is neither a bone nor a target counts as none
/// @param side       of the box [m]
/// @param figure     size of the figure [m]
/// @param otherwise  where there is no bone [m] world
/// @pre shown is of doc
Vec3 boxPlace(const Document& doc, const Evaluation& shown, NodeId beside, double side,
              double figure, const Vec3& otherwise);

}  // namespace posewright::operate

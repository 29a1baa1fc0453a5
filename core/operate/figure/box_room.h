#pragma once

#include "core/evaluate/evaluate.h"

namespace posewright::operate {

/// Where a new box stands, and how large it is.
struct BoxRoom {
    Vec3 base = Vec3::Zero();  ///< middle of its lowest side [m] world
    double side = 0;           ///< [m]
};

/// As boxPlace, but so that no surface is inside of the box: it is moved aside, within reach of the
/// limb if there is room, and made smaller if that is not enough. Near a limb it is at most 0.6 of
/// that limb's length large. O(vertices).
/// @param side, figure, otherwise  as for boxPlace
/// @pre shown is of doc
BoxRoom boxRoom(const Document& doc, const Evaluation& shown, NodeId beside, double side,
                double figure, const Vec3& otherwise);

}  // namespace posewright::operate

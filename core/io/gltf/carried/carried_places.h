#pragma once

#include "core/base/result.h"

#include <vector>

namespace posewright::io::gltf {

/// Where an animation is in what is written.
struct AnimationPlace {
    int row = -1;              ///< -1: it is not there
    bool sameChannels = true;  ///< all of its channels have the numbers that they had
};

/// Turns places at animations of the form into places in what is written. What is not there any
/// more has none.
/// @param animations  by row of the form
void placeAsWritten(Diagnostics& told, const std::vector<AnimationPlace>& animations);

}  // namespace posewright::io::gltf

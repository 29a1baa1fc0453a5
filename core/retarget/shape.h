#pragma once

#include "core/retarget/figure.h"

/// Roles for figures whose bones have meaningless names, like "Node 7". Internal to core/retarget.
namespace posewright::retarget {

/// Finds the roles from the shape of the rest pose alone: two equal limbs that go down from one
/// bone are legs, two that go sideways above it are arms, and the bones between are the trunk. The
/// direction of the feet tells left from right. No roles if there are no such legs.
/// @pre Y is up
Figure figureByShape(const Scene& scene);

}  // namespace posewright::retarget

#pragma once

#include "core/retarget/figure.h"

/// Figures whose bones are called "Node 7". Inside of core/retarget.
namespace posewright::retarget {

/// Reads the roles off the shape of the rest pose alone: two equal limbs that go down from one bone
/// are legs, two that go off to the sides above it are arms, and what lies between is the trunk.
/// Left is told by where the feet point. No roles where there are no such legs.
/// @pre Y is up
Figure figureByShape(const Scene& scene);

}  // namespace posewright::retarget

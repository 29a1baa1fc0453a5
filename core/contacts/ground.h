#pragma once

#include "core/contacts/contacts.h"

/// Where the ground is. Inside of core/contacts.
namespace posewright::contacts {

/// Heights of points along the up axis become heights over where each of them rests.
/// @param heights [point][frame] [m]; all have as many frames
/// @param rate    [frames/s]
std::vector<std::vector<double>> overGround(std::vector<std::vector<double>> heights, double rate);

}  // namespace posewright::contacts

#pragma once

#include "core/contacts/contacts.h"

/// Where the ground is. Internal to core/contacts.
namespace posewright::contacts {

/// Turns heights along the up axis into heights above where each point rests.
/// @param heights [point][frame] [m]; as many frames for each
/// @param rate    [frames/s]
std::vector<std::vector<double>> overGround(std::vector<std::vector<double>> heights, double rate);

}  // namespace posewright::contacts

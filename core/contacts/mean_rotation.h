#pragma once

#include "core/math/transform.h"

#include <cstddef>
#include <vector>

/// Internal to core/contacts.
namespace posewright::contacts {

/// The mean of rotations from one row to another, both included. @pre first <= last < ends.size()
Quat meanRotation(const std::vector<WorldTransform>& ends, std::ptrdiff_t first,
                  std::ptrdiff_t last);

/// The rotations, each the mean over some rows to each side.
std::vector<Quat> steadied(const std::vector<WorldTransform>& ends, std::ptrdiff_t sides);

}  // namespace posewright::contacts

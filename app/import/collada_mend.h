#pragma once

#include <string>

namespace posewright::import {

/// A COLLADA text that means the same, in a form that assimp 5.2 reads: it refuses a file in which
/// the numbers of a `color` begin with a blank, or those of a `p` end with one. As long as before.
/// The blanks come before the tags, so that what follows stays on its line.
std::string tightened(std::string collada);

}  // namespace posewright::import

#pragma once

#include "core/document/document.h"

#include <string>

namespace posewright::operate {

/// Where nodes hang elsewhere in `after`, or what was above them is gone: the nodes whose keyed
/// motion is another one now, by how much at most, and in which clips; empty: none. Looks at a few
/// dozen frames of each clip, without layers and targets.
std::string toldOfMotion(const Document& before, const Document& after);

}  // namespace posewright::operate

#pragma once

#include "core/document/document.h"

#include <string>

namespace posewright::operate {

/// What follows which bone now, where bones of skins were removed between the two documents:
/// `120 vertices of "Thumb" follow "Hand" now`; empty: nothing does.
std::string toldOfSkins(const Document& before, const Document& after);

}  // namespace posewright::operate

#pragma once

#include "core/operate/copied.h"

namespace posewright::operate {

/// The target that PasteFlipped leaves where it is planted; None: none is.
ConstraintId keptPlanted(const Document& doc, const Copied& copied, double frame);

}  // namespace posewright::operate

#pragma once

#include "core/operate/copied.h"

namespace posewright::operate {

/// The target that PasteFlipped keeps at its contact; None: there is none.
ConstraintId keptPlanted(const Document& doc, const Copied& copied, double frame);

}  // namespace posewright::operate

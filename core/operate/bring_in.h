#pragma once

#include "core/operate/operate.h"
#include "core/retarget/retarget.h"

namespace posewright::operate {

/// The edits that make a retargeted motion a clip of the document, which is shown from then on. Its
/// name gets a number where it is taken.
Result<Edits> bringIn(const Document& doc, const retarget::Retargeted& motion);

}  // namespace posewright::operate

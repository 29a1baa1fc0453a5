#pragma once

#include "core/operate/odd_start.h"

#include <QString>

namespace posewright::ui {

/// "The motion begins with a T-pose: from frame 0 to 1 “LeftArm” turns by 87°, with 20 other
/// bones popping along. In the 8 frames after that no bone turns by more than 3° a frame."
/// Plain text.
QString oddStartText(const Document& doc, const operate::OddStart& odd);

}  // namespace posewright::ui

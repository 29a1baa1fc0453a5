#pragma once

#include "core/operate/odd_start.h"

#include <QString>

namespace posewright::ui {

/// "The motion begins with a T-pose: from frame 0 to 1 “LeftArm” turns by 87°, and no bone by more
/// than 3° a frame after that." Plain text.
QString oddStartText(const Document& doc, const operate::OddStart& odd);

}  // namespace posewright::ui

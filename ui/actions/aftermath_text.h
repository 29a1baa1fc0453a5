#pragma once

#include "core/operate/aftermath.h"

#include <QString>

namespace posewright::ui {

/// What a remedy does in the whole motion: "Left foot is missed at frames 40 to 52; moves “Hips” by
/// up to 12 cm at frames 10 to 90; leaves 3 of 7 problem frames". Plain text.
QString aftermathText(const Document& doc, const operate::Aftermath& what);

}  // namespace posewright::ui

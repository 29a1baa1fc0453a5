#pragma once

#include "core/motion/spelled_rows.h"

/// Rows that come from a file, which may be damaged.
namespace posewright {

/// Are all indices in range, so that the functions of spelled_rows.h are safe? Unlike isSound, this
/// does not ask for the text of numbers that are no cells.
bool isSafe(const SpelledRows& rows);

/// Makes damaged rows safe: an unusable number becomes the one above it, or 0, and odd rows lose
/// their text. @pre the cells are whole rows
void mend(SpelledRows& rows);

}  // namespace posewright

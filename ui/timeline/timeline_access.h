#pragma once

#include <QString>

#include <optional>

namespace posewright::ui {

class Timeline;

/// Makes timelines report themselves to screen readers: as a table whose rows are those shown and
/// whose columns are the frames where any of them has a key. Once for the program; again is
/// nothing.
void installTimelineAccess();

/// "Left foot, frame 12, Bezier, contact starts": what is at a frame of a row; without a frame, the
/// row itself with what its target does. Plain text, translated.
QString timelineCellText(const Timeline& timeline, int row, std::optional<double> frame);

/// Tells screen readers where the cursor of the keyboard is now.
void tellCursorToReaders(Timeline& timeline);

}  // namespace posewright::ui

#pragma once

namespace posewright::ui {

class TimeCanvas;

/// Makes time canvases report themselves to screen readers: as a table whose rows are those shown
/// and whose columns are the frames where any of them has a key. Called once for the program;
/// calling it again does nothing.
void installTimeAccess();

/// Tells screen readers where the cursor of the keyboard is now.
void tellCursorToReaders(TimeCanvas& canvas);

}  // namespace posewright::ui

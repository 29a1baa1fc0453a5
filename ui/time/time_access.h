#pragma once

namespace posewright::ui {

class TimeCanvas;

/// Makes time canvases accessible to screen readers, as a table of the visible rows with a column
/// for each frame that has a key. Idempotent.
void installTimeAccess();

/// Notifies screen readers of the keyboard cursor's position.
void tellCursorToReaders(TimeCanvas& canvas);

}  // namespace posewright::ui

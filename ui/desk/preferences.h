#pragma once

namespace posewright::ui {

class Desk;

/// The user's preferences: time format, ripple and snapping on the timeline; bones, names, grid,
/// projection, handles, dragging and snapping in the view. Stored in the program's settings, not in
/// documents.
namespace preferences {

void keep(Desk& desk);
/// Preferences that were never stored stay as they are.
void restore(Desk& desk);
/// Resets to defaults and removes them from the settings.
void reset(Desk& desk);

}  // namespace preferences

}  // namespace posewright::ui

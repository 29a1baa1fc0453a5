#pragma once

namespace posewright::ui {

class Desk;

/// How the user likes to look and to drag: how time is written, ripple and snapping on the
/// timeline; bones, names, grid, projection, handles and snapping in the view. In the program's
/// settings, and never in a document.
namespace preferences {

void keep(Desk& desk);
/// What was never kept stays as it is.
void restore(Desk& desk);
/// As at first, and forgotten in the settings.
void reset(Desk& desk);

}  // namespace preferences

}  // namespace posewright::ui

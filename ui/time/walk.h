#pragma once

#include "ui/time/content.h"

#include <optional>

namespace posewright::ui {

/// Is this a navigation key: an arrow, Home, End, Page Up or Page Down?
bool isWalk(int key);

/// The new cell of the keyboard cursor: Right and Left go from stop to stop, and expand or collapse
/// the row at its name; Up and Down go to the nearest stop of another row; Home to the name, End to
/// the last stop. Nullopt: a row was expanded or collapsed, and the cursor stays.
/// @pre there are rows  @param page rows in view, at least 1
std::optional<TimeCell> walked(TimeCells& cells, TimeCell from, int key, int page);

}  // namespace posewright::ui

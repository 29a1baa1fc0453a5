#pragma once

#include "ui/time/content.h"

#include <optional>

namespace posewright::ui {

/// Is this one of the keys that walk: the arrows, Home, End, page up and down?
bool isWalk(int key);

/// Where the keyboard's cursor comes to from a cell: Right and Left go from stop to stop of a row,
/// and open and close it at its name; up and down to the nearest stop of the other row; Home is the
/// name, End the last stop. Nothing: a row was opened or closed, and the cursor stays.
/// @pre there are rows  @param page rows in view, at least 1
std::optional<TimeCell> walked(TimeCells& cells, TimeCell from, int key, int page);

}  // namespace posewright::ui

#pragma once

#include "ui/actions/row.h"

namespace posewright::test {

/// An action as anybody might add one: a row in the table of its menu (ui/actions/menus), with the
/// two functions that it names. Selects the bone that the selected one hangs on.
ui::ActionRow exampleAction();

}  // namespace posewright::test

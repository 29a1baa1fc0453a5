#pragma once

#include "app/cli/surroundings.h"

namespace posewright::app {

/// The window and the viewport, as the command line wants them. argc and argv are Qt's to eat from
/// and must outlive the result.
cli::Editor editor(int& argc, char** argv);

/// Where there is no display but a program that makes a virtual one, runs this program again under
/// it and does not return; otherwise does nothing.
void seekDisplay(char** argv);

}  // namespace posewright::app

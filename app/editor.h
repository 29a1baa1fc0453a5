#pragma once

#include "app/cli/environment.h"

namespace posewright::app {

/// The window and the viewport for the command line. posewright-editor implements them
/// (editor.cpp); posewright replaces itself by that program (hand_over.cpp). Qt removes its own
/// options from argc and argv, which must outlive the result.
cli::Editor editor(int& argc, char** argv);

/// To be called before pictures are made and before any thread starts. posewright: becomes
/// posewright-editor. posewright-editor: starts a virtual display if there is no display; does
/// nothing if Xvfb is not installed.
void seekDisplay(char** argv);

}  // namespace posewright::app

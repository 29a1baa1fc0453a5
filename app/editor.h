#pragma once

#include "app/cli/environment.h"

namespace posewright::app {

/// The window and the viewport, as the command line wants them: in posewright-editor they are there
/// (editor.cpp), posewright becomes that program (hand_over.cpp). argc and argv are Qt's to eat
/// from and must outlive the result.
cli::Editor editor(int& argc, char** argv);

/// Before pictures are made, and before any thread. In posewright: becomes posewright-editor.
/// There: starts a virtual display where there is no other; does nothing where there is no program
/// for it.
void seekDisplay(char** argv);

}  // namespace posewright::app

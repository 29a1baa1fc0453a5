#pragma once

#include "app/cli/environment.h"

namespace posewright::app {

/// The window and the viewport, as the command line wants them: in posewright-editor they are there
/// (editor.cpp), posewright becomes that program (hand_over.cpp). argc and argv are Qt's to eat
/// from and must outlive the result.
cli::Editor editor(int& argc, char** argv);

/// Before pictures are made. In posewright: becomes posewright-editor. There: where there is no
/// display but a program that makes a virtual one, runs posewright again under it and does not
/// return; otherwise does nothing.
void seekDisplay(char** argv);

}  // namespace posewright::app
